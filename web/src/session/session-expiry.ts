import { isAnyOf, isRejectedWithValue, type TypedStartListening } from "@reduxjs/toolkit";
import { isApiError } from "../api/api-error.ts";
import { api } from "../api/base-api.ts";
import { sessionApi } from "../api/resources/session-api.ts";
import type { AppDispatch, RootState } from "../store/make-store.ts";

/** Calls whose 401 says something else than « the session is over ». */
const ownMeaning = new Set(["me", "login", "signUp"]);

/**
 * After a 401 anywhere the user is asked for again; when that is a 401 too, the session
 * is over and everything read for it is forgotten. One endpoint's 401 alone ends nothing.
 */
export function endExpiredSessions(start: TypedStartListening<RootState, AppDispatch>): void {
  const { login, logout } = sessionApi.endpoints;
  // A call still under way at a log-out gets a 401 of which the way out knows already.
  let leaving = false;
  start({
    matcher: isAnyOf(logout.matchFulfilled, login.matchFulfilled),
    effect: (action) => {
      leaving = logout.matchFulfilled(action);
    },
  });
  start({
    matcher: isRejectedWithValue,
    effect: async (action, { dispatch }) => {
      if (leaving || !isApiError(action.payload) || action.payload.status !== 401) return;
      if (ownMeaning.has(endpointOf(action.meta))) return;
      const me = await dispatch(
        sessionApi.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }),
      );
      if (me.isError) dispatch(api.util.resetApiState());
    },
  });
}

function endpointOf(meta: { arg: unknown }): string {
  const { arg } = meta;
  if (typeof arg !== "object" || arg === null || !("endpointName" in arg)) return "";
  return typeof arg.endpointName === "string" ? arg.endpointName : "";
}
