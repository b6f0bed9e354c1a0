import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { serverMessage } from "../api/api-error.ts";
import type { TranslationKey } from "../i18n/i18n.ts";
import { useAppDispatch } from "../store/hooks.ts";
import { toasts, type ToastContent } from "./toasts-slice.ts";

/** Shows the result of what the reader did. A failure has the server's message, or a text of the site when there is none. */
export function useResultToasts() {
  const { i18n } = useTranslation();
  const dispatch = useAppDispatch();
  return useMemo(() => {
    const show = (content: ToastContent) => void dispatch(toasts.actions.add(content));
    return {
      show,
      // The action may have changed the language, so `t` is read afterwards.
      succeed: (
        title: TranslationKey,
        text?: TranslationKey,
        values: Record<string, unknown> = {},
      ) => show({ title: i18n.t(title), ...(text && { description: i18n.t(text, values) }) }),
      fail: (
        title: TranslationKey,
        failure?: unknown,
        otherwise: TranslationKey = "common.unexpectedError",
      ) => {
        const description = serverMessage(failure) ?? i18n.t(otherwise);
        show({ title: i18n.t(title), description, variant: "destructive" });
      },
    };
  }, [i18n, dispatch]);
}
