import { startTransition, useEffect, useState } from "react";
import { inPause } from "./in-pause.ts";

/**
 * False while a part of the page appears or is taken over, true in a pause soon after: what can
 * wait that long must. Every part has a pause of its own, so that all of them are not one long task.
 */
export function useTakenOver(): boolean {
  const [takenOver, setTakenOver] = useState(false);
  useEffect(() => inPause(() => startTransition(() => setTakenOver(true))), []);
  return takenOver;
}
