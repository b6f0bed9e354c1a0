import { lazy, Suspense, type ComponentType } from "react";
import { useAppSelector } from "../store/hooks.ts";
import { PlainToast } from "./plain-toast.tsx";

/** Loads the toaster before the first toast: after a lost connection it would not load any more. */
export const preloadToaster = () => import("./toaster.tsx");

/** When the toaster does not load, the toast is shown without it, and the next toast tries again. */
const lazyToaster = () =>
  lazy<ComponentType>(() =>
    preloadToaster().catch(() => {
      Toaster = lazyToaster();
      return { default: PlainToast };
    }),
  );
let Toaster = lazyToaster();

/** Live region for toasts. It exists before the first toast, so that screen readers announce it. */
export function ToastRegion() {
  const id = useAppSelector((state) => state.toasts.current?.id);
  return (
    <div aria-live="assertive">
      <Suspense fallback={null}>{id === undefined ? null : <Toaster />}</Suspense>
    </div>
  );
}
