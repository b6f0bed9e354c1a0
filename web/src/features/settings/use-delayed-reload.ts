import { useEffect, useRef } from "react";
import { categoryReloadMs } from "../../config/constants.ts";
import { reloadPage } from "../../lib/reload-page.ts";

interface ReloadSoon {
  plan(): void;
  /** @returns whether one was planned */
  callOff(): boolean;
}

/** Reloads the page a moment after a change, unless the reader has gone to another one. */
export function useDelayedReload(): ReloadSoon {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      clearTimeout(timer.current);
    };
  }, []);
  return {
    plan: () => {
      clearTimeout(timer.current);
      if (here.current) timer.current = setTimeout(reloadPage, categoryReloadMs);
    },
    callOff: () => {
      const planned = timer.current !== undefined;
      clearTimeout(timer.current);
      timer.current = undefined;
      return planned;
    },
  };
}
