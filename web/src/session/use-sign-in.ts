import { api } from "../api/api.ts";
import { sessionApi, type Credentials } from "../api/resources/session-api.ts";
import { useAppDispatch } from "../store/hooks.ts";
import { notifyOtherTabs } from "./other-tabs.ts";

/**
 * Signs in and waits until the new user is loaded, so that the next page does not treat the reader as
 * signed out.
 */
export function useSignIn(): (credentials: Credentials) => Promise<void> {
  const dispatch = useAppDispatch();
  const [login] = sessionApi.useLoginMutation();
  return async (credentials) => {
    await login(credentials).unwrap();
    notifyOtherTabs();
    // Everything in the cache was loaded for a visitor or for another account.
    dispatch(api.util.resetApiState());
    await dispatch(
      sessionApi.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
  };
}
