import { useLocation } from "react-router-dom";
import { sessionApi, useMeQuery, type Me } from "../api/resources/session-api.ts";
import { isAccount, isPublic } from "../config/paths.ts";
import { useIdleAfterHydration } from "../hydration/use-idle-after-hydration.ts";
import { useAppSelector } from "../store/hooks.ts";
import { maybeSignedIn } from "./signed-in-cookie.ts";

export type Session =
  | { state: "loading" }
  /** No session, or none that could be read: both count as signed out. */
  | { state: "signedOut" }
  | { state: "signedIn"; me: Me };

const selectMe = sessionApi.endpoints.me.select();

/**
 * Who is signed in, as the current-user call says. Without the gateway's hint nobody is kept
 * waiting: a page for everybody then shows what a visitor sees until somebody turns out to be there.
 */
export function useSession(): Session {
  const { pathname } = useLocation();
  const known = useAppSelector((state) => !selectMe(state).isUninitialized);
  const mayBeSomebody = !isPublic(pathname) || maybeSignedIn();
  const takenOver = useIdleAfterHydration();
  // The account page asks by itself, and tells what it learns. Nobody waits for the answer of nobody.
  const skip = !known && (isAccount(pathname) || !(mayBeSomebody || takenOver));
  const { data, error, isUninitialized, isLoading } = useMeQuery(undefined, { skip });
  // A failed reading keeps the last good answer, and its error while it is asked again.
  if (error) return { state: "signedOut" };
  if (data) return { state: "signedIn", me: data };
  const waiting = isUninitialized || isLoading;
  return { state: waiting && mayBeSomebody ? "loading" : "signedOut" };
}
