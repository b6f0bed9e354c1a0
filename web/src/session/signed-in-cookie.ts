/** Set by the gateway with every page, when the browser sent a session that may still live. */
const marker = /(?:^|;\s*)matinale_signed_in=1(?:;|$)/;

/** Whether somebody is probably signed in, for whom the page waits; nobody sees more for it. */
export const maybeSignedIn = (): boolean =>
  typeof document !== "undefined" && marker.test(document.cookie);
