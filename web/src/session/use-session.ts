import { useLocation } from "react-router-dom";
import { sessionApi, useMeQuery, type Me } from "../api/resources/session-api.ts";
import { isForEverybody } from "../config/paths.ts";
import { useAppSelector } from "../store/hooks.ts";
import { maySignedIn } from "./marker.ts";

export type Session =
  | { state: "loading" }
  /** No session, or none that could be read: both count as signed out. */
  | { state: "signedOut" }
  | { state: "signedIn"; me: Me };

const selectMe = sessionApi.endpoints.me.select();

/**
 * Who is signed in. A page for everybody asks only where somebody may be: the gateway answers
 * 401 to anyone else, which every browser writes to its console.
 */
export function useSession(): Session {
  const { pathname } = useLocation();
  const known = useAppSelector((state) => !selectMe(state).isUninitialized);
  const skip = isForEverybody(pathname) && !known && !maySignedIn();
  const { data, error, isUninitialized, isLoading } = useMeQuery(undefined, { skip });
  // A failed reading keeps the last good answer, and its error while it is asked again.
  if (skip || error) return { state: "signedOut" };
  if (data) return { state: "signedIn", me: data };
  return isUninitialized || isLoading ? { state: "loading" } : { state: "signedOut" };
}
