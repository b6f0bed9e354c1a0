import { useEffect } from "react";
import { api } from "../api/base-api.ts";
import { sessionChangeStorageKey } from "../config/constants.ts";
import { useAppDispatch } from "../store/hooks.ts";

/** All tabs share one session: the other tabs must notice a sign-in or a sign-out here. */
export function notifyOtherTabs(): void {
  localStorage.setItem(sessionChangeStorageKey, String(Date.now()));
}

/** Clears everything loaded when another tab signs in or out; the page on the screen loads its data again. */
export function useSessionChangesInOtherTabs(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === sessionChangeStorageKey) dispatch(api.util.resetApiState());
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [dispatch]);
}
