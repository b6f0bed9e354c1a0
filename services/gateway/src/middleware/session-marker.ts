import type { CookieOptions, RequestHandler } from "express";

const name = "matinale_signed_in";

/** The value of a cookie that holds no characters to decode; undefined without it. */
export const plainCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

declare module "express-serve-static-core" {
  interface Request {
    /** Set by sessionMarker: the visitor may be signed in. */
    hasSessionCookie?: boolean;
  }
}

/**
 * Sets a cookie that scripts can read when the request has a session cookie, which scripts cannot read. Sets
 * `req.hasSessionCookie` for later handlers. Public pages then wait for /api/me only if the visitor may be
 * signed in. The cookie is a hint and grants nothing: only /api/me says whether the session is valid.
 *
 * @param session name of the session cookie
 */
export function sessionMarker(session: string, secure: boolean): RequestHandler {
  const options = { sameSite: "lax", path: "/", secure } satisfies CookieOptions;
  return (req, res, next) => {
    const { cookie } = req.headers;
    const hasSessionCookie = Boolean(plainCookie(cookie, session));
    req.hasSessionCookie = hasSessionCookie;
    const isMarked = plainCookie(cookie, name) === "1";
    if (hasSessionCookie && !isMarked) res.cookie(name, "1", options);
    if (isMarked && !hasSessionCookie) res.clearCookie(name, options);
    next();
  };
}
