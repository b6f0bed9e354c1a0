import type { CookieOptions, RequestHandler } from "express";
import { cookieNamed } from "../store/session-cookie.ts";

const name = "matinale_signed_in";

/**
 * Tells the scripts of a page whether a session cookie, which they cannot read, came with the
 * request for it, and the routes behind it by `res.locals.maySignedIn`: a page for everybody then
 * waits to hear who is signed in only where somebody may be. It is a hint and opens nothing: whether
 * the session still lives is answered by /api/me alone.
 *
 * @param session name of the session cookie
 */
export function sessionMarker(session: string, secure: boolean): RequestHandler {
  const options = { sameSite: "lax", path: "/", secure } satisfies CookieOptions;
  return (req, res, next) => {
    const { cookie } = req.headers;
    const may = Boolean(cookieNamed(cookie, session));
    res.locals["maySignedIn"] = may;
    const told = cookieNamed(cookie, name) === "1";
    if (may && !told) res.cookie(name, "1", options);
    if (told && !may) res.clearCookie(name, options);
    next();
  };
}
