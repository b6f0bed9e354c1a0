import { lazy, Suspense, type ComponentType } from "react";
import { useAppSelector } from "../store/hooks.ts";

/** Fetches what draws toasts before the first one: a toast about a lost connection comes too late for that. */
export const preloadToaster = () => import("./toaster.tsx");

const Toaster = lazy<ComponentType>(() => preloadToaster().catch(() => ({ default: Nothing })));
const Nothing = () => null;

/** Where toasts appear. Here before the first one, or a reader of the screen would not hear of it. */
export function ToastRegion() {
  const wanted = useAppSelector((state) => state.toasts.current !== null);
  return (
    <div aria-live="assertive">
      <Suspense fallback={null}>{wanted ? <Toaster /> : null}</Suspense>
    </div>
  );
}
