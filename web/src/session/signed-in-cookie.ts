/** The gateway sets this cookie with every page when the browser sent a session cookie. */
const cookie = /(?:^|;\s*)matinale_signed_in=1(?:;|$)/;

/** Whether the reader is probably signed in. A hint only: it decides whether the page waits for the session. */
export const maybeSignedIn = (): boolean =>
  typeof document !== "undefined" && cookie.test(document.cookie);
