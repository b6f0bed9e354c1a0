interface KeepsScroll {
  keepsScroll: true;
}

/** Navigation state of a change inside the page, which does not scroll to the top. */
export const keepsScroll: KeepsScroll = { keepsScroll: true };

export const isKeepingScroll = (state: unknown): state is KeepsScroll =>
  typeof state === "object" && state !== null && "keepsScroll" in state;
