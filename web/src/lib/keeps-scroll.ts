import { stateValue } from "./state-value.ts";

/** Navigation state of a change inside the page, which does not scroll to the top. */
export const keepsScroll = { keepsScroll: true };

export const isKeepingScroll = (state: unknown): boolean =>
  stateValue(state, "keepsScroll") === true;
