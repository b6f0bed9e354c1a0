import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isApiError } from "../api/api-error.ts";
import { api } from "../api/base-api.ts";
import { useLogoutMutation } from "../api/resources/session-api.ts";
import { paths } from "../config/paths.ts";
import { useAppDispatch } from "../store/hooks.ts";
import { notifyOtherTabs } from "./other-tabs.ts";

/** What the landing page is told when a log-out leads to it. */
interface AfterLogout {
  loggedOut: true;
}

export const isAfterLogout = (state: unknown): state is AfterLogout =>
  typeof state === "object" && state !== null && "loggedOut" in state;

/** Closes the session and goes to the landing page, where the reader is forgotten. */
export function useLogout(): () => Promise<void> {
  const leave = useLeave();
  const [logout] = useLogoutMutation();
  return useCallback(async () => {
    const { error } = await logout();
    if (error && !isSessionOver(error)) throw error;
    await leave();
  }, [logout, leave]);
}

/** Goes to the landing page and forgets the reader there: the session is over. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  return useCallback(async () => {
    notifyOtherTabs();
    const farewell: AfterLogout = { loggedOut: true };
    // Who goes back before the landing page is there would find the page that they left.
    const forget = () => void dispatch(api.util.resetApiState());
    window.addEventListener("popstate", forget, { once: true });
    await navigate(paths.landing, { state: farewell });
  }, [navigate, dispatch]);
}

const isSessionOver = (error: unknown): boolean => isApiError(error) && error.status === 401;

/**
 * Forgets everything read for the user once the landing page is there, not before:
 * a page for signed-in readers that is still shown would ask for a log-in.
 */
export function useResetAfterLogout(): void {
  const dispatch = useAppDispatch();
  const { state } = useLocation();
  useEffect(() => {
    if (isAfterLogout(state)) dispatch(api.util.resetApiState());
  }, [dispatch, state]);
}
