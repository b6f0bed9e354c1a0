import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

/** True on the server, and in the browser for as long as what the server wrote is taken over. */
export const useHydrating = (): boolean => useSyncExternalStore(never, no, yes);
