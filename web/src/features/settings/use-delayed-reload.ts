import { useEffect, useRef } from "react";
import { categoryReloadMs } from "../../config/constants.ts";
import { reloadPage } from "../../lib/reload-page.ts";

interface DelayedReload {
  schedule(): void;
  /** @returns whether a reload was scheduled */
  cancel(): boolean;
}

/** Reloads the page one second after a change, unless the reader has left the page. */
export function useDelayedReload(): DelayedReload {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      clearTimeout(timer.current);
    };
  }, []);
  return {
    schedule: () => {
      clearTimeout(timer.current);
      if (mounted.current) timer.current = setTimeout(reloadPage, categoryReloadMs);
    },
    cancel: () => {
      const scheduled = timer.current !== undefined;
      clearTimeout(timer.current);
      timer.current = undefined;
      return scheduled;
    },
  };
}
