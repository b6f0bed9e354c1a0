import { useMeQuery, type Me } from "../api/resources/session-api.ts";

export type Session =
  | { state: "loading" }
  /** No session, or none that could be read: both count as signed out. */
  | { state: "signedOut" }
  | { state: "signedIn"; me: Me };

export function useSession(): Session {
  const { data, isError, isUninitialized, isLoading } = useMeQuery();
  // A failed reading keeps the last good answer in `data`: the error is asked first.
  if (isError) return { state: "signedOut" };
  if (data) return { state: "signedIn", me: data };
  return isUninitialized || isLoading ? { state: "loading" } : { state: "signedOut" };
}
