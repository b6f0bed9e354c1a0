import { useCallback } from "react";
import { useAppDispatch } from "../store/hooks.ts";
import { toasts, type ToastContent } from "./toasts-slice.ts";

/** Shows a toast, in place of the current one. */
export function useToast(): (content: ToastContent) => void {
  const dispatch = useAppDispatch();
  return useCallback((content) => void dispatch(toasts.actions.add(content)), [dispatch]);
}
