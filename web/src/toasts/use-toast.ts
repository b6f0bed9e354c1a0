import { useMemo } from "react";
import { useAppDispatch } from "../store/hooks.ts";
import { toasts, type ToastContent } from "./toasts-slice.ts";

export interface ShownToast {
  update(change: Partial<ToastContent>): void;
  dismiss(): void;
}

/** Shows a toast, in place of the current one. */
export function useToast(): (content: ToastContent) => ShownToast {
  const dispatch = useAppDispatch();
  return useMemo(
    () => (content) => {
      const { id } = dispatch(toasts.actions.add(content)).payload;
      return {
        update: (change) => dispatch(toasts.actions.update({ ...change, id })),
        dismiss: () => dispatch(toasts.actions.dismiss(id)),
      };
    },
    [dispatch],
  );
}
