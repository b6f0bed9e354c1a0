import { useEffect } from "react";
import { useNavigate, type NavigateOptions } from "react-router-dom";
import { isUnauthenticated } from "../api/api-error.ts";
import { api } from "../api/api.ts";
import { sessionApi } from "../api/resources/session-api.ts";
import { paths } from "../config/paths.ts";
import { useNavigationState } from "../lib/navigation-state.ts";
import { useAppDispatch } from "../store/hooks.ts";
import { useResultToasts } from "../toasts/use-result-toasts.ts";
import { notifyOtherTabs } from "./other-tabs.ts";
import { sessionLeft } from "./session-expiry.ts";

/** Removes the listener for « back » of the last log-out. */
let stopWaiting = () => {};

/** Ends the session and goes to the landing page, where the reader's data is cleared. Shows a success; a failure rejects. */
export function useLogout(): () => Promise<void> {
  const leave = useLeave();
  const { succeed } = useResultToasts();
  const [logout] = sessionApi.useLogoutMutation();
  return async () => {
    const { error } = await logout();
    if (error && !isUnauthenticated(error)) throw error;
    await leave();
    succeed("common.logoutSuccess", "common.logoutMessage");
  };
}

/** For a session that has ended: goes to the landing page or the log-in, where the reader's data is cleared. */
export function useLeave(): (to?: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  return async (to = paths.landing, options) => {
    stopWaiting();
    dispatch(sessionLeft());
    notifyOtherTabs();
    const state = { ...options?.state, loggedOut: true };
    // « Back » before the landing page is rendered would show the reader's page again.
    const reset = () => void dispatch(api.util.resetApiState());
    window.addEventListener("popstate", reset, { once: true });
    stopWaiting = () => window.removeEventListener("popstate", reset);
    await navigate(to, { ...options, state });
  };
}

/**
 * Clears everything loaded for the user when the next page is rendered, not before: the page of a
 * signed-in reader, while it is still shown, would redirect to the log-in.
 */
export function useResetAfterLogout(): void {
  const dispatch = useAppDispatch();
  const state = useNavigationState();
  useEffect(() => {
    if (!state?.loggedOut) return;
    stopWaiting();
    dispatch(api.util.resetApiState());
  }, [dispatch, state]);
}
