import { startTransition, useEffect, useState } from "react";
import { whenIdle } from "./when-idle.ts";

/**
 * False while a component is rendered or hydrated, true in an idle period soon after. Work that can
 * wait starts then. Each component has its own idle period, so that all of them are not one long task.
 */
export function useIdleAfterHydration(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIsIdle(true))), []);
  return isIdle;
}
