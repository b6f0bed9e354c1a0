import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { messageIn, serverMessage } from "../api/api-error.ts";
import type { TranslationKey } from "../i18n/i18n.ts";
import { useAppDispatch } from "../store/hooks.ts";
import { toasts, type ToastContent } from "./toasts-slice.ts";

/** Shows the result of what the reader did, with the server's message or, when there is none, a text of the site. */
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
      /** As `succeed`, for a call whose response says what happens next. */
      answer: (title: TranslationKey, response: unknown, otherwise?: TranslationKey) => {
        const description = messageIn(response) ?? (otherwise && i18n.t(otherwise));
        show({ title: i18n.t(title), ...(description && { description }) });
      },
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
