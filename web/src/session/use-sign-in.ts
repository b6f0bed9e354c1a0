import { useCallback } from "react";
import { api } from "../api/base-api.ts";
import { sessionApi, useLoginMutation, type Credentials } from "../api/resources/session-api.ts";
import { useAppDispatch } from "../store/hooks.ts";
import { notifyOtherTabs } from "./other-tabs.ts";

/**
 * Opens a session and waits until the new user is known, so that the page which
 * comes next does not take the reader for signed out.
 */
export function useSignIn(): (credentials: Credentials) => Promise<void> {
  const dispatch = useAppDispatch();
  const [login] = useLoginMutation();
  return useCallback(
    async (credentials) => {
      await login(credentials).unwrap();
      notifyOtherTabs();
      // Whatever was read before was read for nobody, or for somebody else.
      dispatch(api.util.resetApiState());
      await dispatch(
        sessionApi.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }),
      );
    },
    [dispatch, login],
  );
}
