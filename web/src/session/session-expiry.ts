import {
  createAction,
  isRejectedWithValue,
  type Middleware,
  type ThunkDispatch,
  type UnknownAction,
} from "@reduxjs/toolkit";
import { isUnauthenticated } from "../api/api-error.ts";
import { api } from "../api/api.ts";
import { selectMe, sessionApi } from "../api/resources/session-api.ts";

type ApiState = { api: ReturnType<typeof api.reducer> };
type AppThunkDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

const { me, login, signUp, logout } = sessionApi.endpoints;

/** The reader has ended the session: by a log-out, on all devices, or with the account. */
export const sessionLeft = createAction("session/left");

/** Endpoints whose 401 does not mean that the session has ended. */
const ignored = [me, login, signUp, logout];

/**
 * After a 401 of any endpoint, loads the current user again. When that is a 401 too, the session has
 * ended and everything loaded is cleared. A 401 of one endpoint alone ends nothing, nor does any other failure.
 */
export const endExpiredSessions: Middleware<object, ApiState, AppThunkDispatch> = ({
  dispatch,
  getState,
}) => {
  // Calls that are pending then, or sent before the next page is shown, get a 401, which is expected. The next user ends
  // it, also one who signed in in another tab.
  let leaving = false;

  const confirmEnd = async () => {
    const known = selectMe(getState());
    if (!known.data || isUnauthenticated(known.error)) return;
    const result = await dispatch(me.initiate(undefined, { forceRefetch: true, subscribe: false }));
    if (!result.data || isUnauthenticated(result.error)) dispatch(api.util.resetApiState());
  };

  return (next) => (action) => {
    const result = next(action);
    if (sessionLeft.match(action)) leaving = true;
    else if (me.matchFulfilled(action) && action.payload) leaving = false;
    else if (!leaving && isRefused(action)) void confirmEnd();
    return result;
  };
};

const isRefused = (action: unknown): boolean =>
  isRejectedWithValue(action) &&
  isUnauthenticated(action.payload) &&
  !ignored.some(({ matchRejected }) => matchRejected(action));
