import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

/** True while the page is prerendered, and in the browser until this part of it is hydrated. */
export const useHydrating = (): boolean => useSyncExternalStore(never, no, yes);
