import { lazy, Suspense, useEffect, type ComponentType } from "react";
import { useAppSelector } from "../store/hooks.ts";
import { recordUsedCards } from "./used-card.ts";

/** Loads the toaster before the first toast: after a lost connection it would not load any more. */
export const preloadToaster = () => import("./toaster.tsx");

const Toaster = lazy<ComponentType>(() => preloadToaster().catch(() => ({ default: Nothing })));
const Nothing = () => null;

/** Live region for toasts. It exists before the first toast, so that screen readers announce it. */
export function ToastRegion() {
  useEffect(recordUsedCards, []);
  const wanted = useAppSelector((state) => state.toasts.current !== null);
  return (
    <div aria-live="assertive">
      <Suspense fallback={null}>{wanted ? <Toaster /> : null}</Suspense>
    </div>
  );
}
