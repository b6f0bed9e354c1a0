/** Navigation state of a change inside the page, which does not scroll to the top. */
export const keepsScroll = { keepsScroll: true };

export const isKeepingScroll = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "keepsScroll" in state;
