import { useEffect, useRef } from "react";

/** Runs when the component is first shown: once, although React runs effects twice in development. */
export function useOnce(run: () => void): void {
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    run();
  });
}
