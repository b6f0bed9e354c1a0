import { useLocation } from "react-router-dom";
import { isUnauthenticated } from "../api/api-error.ts";
import { selectMe, sessionApi, type Me } from "../api/resources/session-api.ts";
import { isPublic } from "../app/routes.ts";
import { paths, withoutTrailingSlash } from "../config/paths.ts";
import { useHydrating } from "../lib/hydrating.tsx";
import { useAppSelector } from "../store/hooks.ts";
import { maybeSignedIn } from "./signed-in-cookie.ts";

export type Session =
  | { state: "loading" }
  /** No session, or a session that could not be loaded. */
  | { state: "signedOut" }
  | { state: "signedIn"; me: Me };

/**
 * Whether no user is signed in, or the user could not be loaded. A refresh that fails keeps the user in the cache: only a
 * 401 says that the session has ended.
 */
export const isSignedOut = (me: { currentData?: Me | undefined; error?: unknown }): boolean =>
  me.error !== undefined && (!me.currentData || isUnauthenticated(me.error));

/**
 * The signed-in user, from the current-user endpoint. Without the gateway's cookie a public page does
 * not wait for the response: it shows what a visitor sees until the response names a user.
 */
export function useSession(): Session {
  const { pathname } = useLocation();
  const known = useAppSelector((state) => !selectMe(state).isUninitialized);
  const waits = !isPublic(pathname) || maybeSignedIn();
  const hydrating = useHydrating();
  // The account page loads the user itself and fills the cache. Other pages that do not wait load it after hydration.
  const isAccount = withoutTrailingSlash(pathname) === paths.account;
  const skip = !known && (isAccount || (hydrating && !waits));
  const query = sessionApi.useMeQuery(undefined, { skip });
  const { data, isUninitialized, isLoading } = query;
  // A failed query keeps its error during a new request.
  if (isSignedOut(query)) return { state: "signedOut" };
  if (data) return { state: "signedIn", me: data };
  const pending = isUninitialized || isLoading;
  return { state: pending && waits ? "loading" : "signedOut" };
}
