import {
  isRejectedWithValue,
  type Middleware,
  type ThunkDispatch,
  type UnknownAction,
} from "@reduxjs/toolkit";
import { isApiError } from "../api/api-error.ts";
import { api } from "../api/base-api.ts";
import { sessionApi } from "../api/resources/session-api.ts";

type ApiState = { api: ReturnType<typeof api.reducer> };
type AppThunkDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** Calls whose 401 says something else than « the session is over ». */
const ownMeaning = new Set(["me", "login", "signUp", "logout"]);

/**
 * After a 401 anywhere a known user is asked for again; when that is a 401 too, the session
 * is over and everything read for it is forgotten. One endpoint's 401 alone ends nothing.
 */
export const endExpiredSessions: Middleware<object, ApiState, AppThunkDispatch> = ({
  dispatch,
  getState,
}) => {
  const { me, login, logout } = sessionApi.endpoints;
  // A call still under way at a log-out gets a 401 of which the way out knows already.
  let leaving = false;

  const confirmEnd = async () => {
    const known = me.select()(getState());
    if (!known.isSuccess || !known.data) return;
    const answer = await dispatch(me.initiate(undefined, { forceRefetch: true, subscribe: false }));
    if (!answer.data || answer.isError) dispatch(api.util.resetApiState());
  };

  return (next) => (action) => {
    const result = next(action);
    if (logout.matchFulfilled(action)) leaving = true;
    else if (login.matchFulfilled(action)) leaving = false;
    else if (!leaving && isRefused(action)) void confirmEnd();
    return result;
  };
};

const isRefused = (action: unknown): boolean =>
  isRejectedWithValue(action) &&
  isApiError(action.payload) &&
  action.payload.status === 401 &&
  !ownMeaning.has(endpointOf(action.meta));

function endpointOf(meta: { arg: unknown }): string {
  const { arg } = meta;
  if (typeof arg !== "object" || arg === null || !("endpointName" in arg)) return "";
  return typeof arg.endpointName === "string" ? arg.endpointName : "";
}
