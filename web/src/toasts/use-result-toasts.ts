import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { serverMessage } from "../api/api-error.ts";
import type { TranslationKey } from "../i18n/i18n.ts";
import { useToast } from "./use-toast.ts";

/** Shows the result of what the reader did. A failure has the server's message, or a text of the site when there is none. */
export function useResultToasts() {
  const { t } = useTranslation();
  const toast = useToast();
  return useMemo(
    () => ({
      succeed: (title: TranslationKey, text?: TranslationKey) =>
        toast({ title: t(title), ...(text && { description: t(text) }) }),
      fail: (
        title: TranslationKey,
        failure?: unknown,
        otherwise: TranslationKey = "common.unexpectedError",
      ) => {
        const description = serverMessage(failure) ?? t(otherwise);
        toast({ title: t(title), description, variant: "destructive" });
      },
    }),
    [t, toast],
  );
}
