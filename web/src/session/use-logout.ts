import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isApiError } from "../api/api-error.ts";
import { api } from "../api/base-api.ts";
import { useLogoutMutation } from "../api/resources/session-api.ts";
import { paths } from "../config/paths.ts";
import { useAppDispatch } from "../store/hooks.ts";
import { tellOtherTabs } from "./other-tabs.ts";

/** What the landing page is told when a log-out leads to it. */
interface Farewell {
  loggedOut: true;
}

export const isFarewell = (state: unknown): state is Farewell =>
  typeof state === "object" && state !== null && "loggedOut" in state;

/** Closes the session and goes to the landing page, where the reader is forgotten. */
export function useLogout(): () => Promise<void> {
  const leave = useLeave();
  const [logout] = useLogoutMutation();
  return useCallback(async () => {
    const { error } = await logout();
    if (error && !alreadyOver(error)) throw error;
    await leave();
  }, [logout, leave]);
}

/** Goes to the landing page and forgets the reader there: the session is over. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  return useCallback(async () => {
    tellOtherTabs();
    const farewell: Farewell = { loggedOut: true };
    // Who goes back before the landing page is there would find the page that they left.
    const forget = () => void dispatch(api.util.resetApiState());
    window.addEventListener("popstate", forget, { once: true });
    await navigate(paths.landing, { state: farewell });
  }, [navigate, dispatch]);
}

const alreadyOver = (error: unknown): boolean => isApiError(error) && error.status === 401;

/**
 * Forgets everything read for the user once the landing page is there, not before:
 * a page for signed-in readers that is still shown would ask for a log-in.
 */
export function useForgetAfterLogout(): void {
  const dispatch = useAppDispatch();
  const { state } = useLocation();
  useEffect(() => {
    if (isFarewell(state)) dispatch(api.util.resetApiState());
  }, [dispatch, state]);
}
