import { useEffect } from "react";
import { api } from "../api/api.ts";
import { sessionChangeStorageKey } from "../config/constants.ts";
import { useAppDispatch } from "../store/hooks.ts";

/** All tabs share one session: the other tabs must notice a sign-in or a sign-out here. */
export function notifyOtherTabs(): void {
  localStorage.setItem(sessionChangeStorageKey, String(Date.now()));
}

/**
 * Clears everything loaded when another tab signs in or out; the page on the screen loads its data again. A page in
 * the browser's back/forward cache gets no storage event: it compares the last change when it is shown again.
 */
export function useSessionChangesInOtherTabs(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const reset = () => dispatch(api.util.resetApiState());
    const lastChange = () => localStorage.getItem(sessionChangeStorageKey);
    let changeAtHide = lastChange();
    const onStorage = ({ key }: StorageEvent) => {
      if (key === sessionChangeStorageKey) reset();
    };
    const onPageHide = () => {
      changeAtHide = lastChange();
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && lastChange() !== changeAtHide) reset();
    };
    const mounted = new AbortController();
    const { signal } = mounted;
    window.addEventListener("storage", onStorage, { signal });
    window.addEventListener("pagehide", onPageHide, { signal });
    window.addEventListener("pageshow", onPageShow, { signal });
    return () => mounted.abort();
  }, [dispatch]);
}
