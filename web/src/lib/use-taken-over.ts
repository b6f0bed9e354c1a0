import { useDeferredValue } from "react";

/** False while a part of the page appears or is taken over, true in a pause soon after: what can wait that long must. */
export const useTakenOver = (): boolean => useDeferredValue(true, false);
