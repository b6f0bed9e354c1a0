import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { messageIn, serverMessage } from "../api/api-error.ts";
import { fixedLanguage } from "../i18n/fixed-texts.ts";
import type { TranslationKey } from "../i18n/i18n.ts";
import { useAppDispatch } from "../store/hooks.ts";
import { toasts, type ToastContent } from "./toasts-slice.ts";

/** Shows the result of what the reader did, with the server's message or, when there is none, a text of the site. */
export function useResultToasts() {
  const { i18n } = useTranslation();
  const dispatch = useAppDispatch();
  return useMemo(() => {
    const show = (content: ToastContent) => void dispatch(toasts.actions.add(content));
    const titled = (title: TranslationKey) => ({
      title: i18n.t(title),
      titleLanguage: fixedLanguage(title),
    });
    /** The server's message, or a text of the site. */
    const described = (message: string | undefined, text?: TranslationKey, values = {}) => {
      if (message !== undefined) return { description: message };
      return (
        text && { description: i18n.t(text, values), descriptionLanguage: fixedLanguage(text) }
      );
    };
    return {
      show,
      // The action may have changed the language, so `t` is read afterwards.
      succeed: (
        title: TranslationKey,
        text?: TranslationKey,
        values: Record<string, unknown> = {},
      ) => show({ ...titled(title), ...described(undefined, text, values) }),
      /** As `succeed`, for a call whose response says what happens next. */
      answer: (title: TranslationKey, response: unknown, otherwise?: TranslationKey) =>
        show({ ...titled(title), ...described(messageIn(response), otherwise) }),
      fail: (
        title: TranslationKey,
        failure?: unknown,
        otherwise: TranslationKey = "common.unexpectedError",
      ) =>
        show({
          ...titled(title),
          ...described(serverMessage(failure), otherwise),
          variant: "destructive",
        }),
    };
  }, [i18n, dispatch]);
}
