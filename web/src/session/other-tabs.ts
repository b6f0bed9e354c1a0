import { useEffect } from "react";
import { api } from "../api/base-api.ts";
import { sessionChangeStorageKey } from "../config/constants.ts";
import { useAppDispatch } from "../store/hooks.ts";

/** The session is one for all tabs: the others have to learn that it is somebody else's, or over. */
export function notifyOtherTabs(): void {
  localStorage.setItem(sessionChangeStorageKey, String(Date.now()));
}

/** Forgets the reader when another tab signs in or out; what is shown asks anew, for whoever is there now. */
export function useSessionChangesInOtherTabs(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => {
      if (key === sessionChangeStorageKey) dispatch(api.util.resetApiState());
    };
    window.addEventListener("storage", hear);
    return () => window.removeEventListener("storage", hear);
  }, [dispatch]);
}
