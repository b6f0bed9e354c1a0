import { createContext, use, useDeferredValue, useSyncExternalStore, type ReactNode } from "react";

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

const HydratingContext = createContext(false);

/**
 * Inside each Suspense boundary of a prerendered page, and around what is outside them: a boundary whose context
 * changes before it is hydrated would be rendered from scratch. The change is deferred, so that React renders what depends on
 * it in short tasks.
 */
export function HydratingProvider({ children }: { children: ReactNode }) {
  const hydrating = useDeferredValue(useSyncExternalStore(never, no, yes));
  return <HydratingContext value={hydrating}>{children}</HydratingContext>;
}

/** True while the page is prerendered, and in the browser until this part of it is hydrated. */
export const useHydrating = (): boolean => use(HydratingContext);
