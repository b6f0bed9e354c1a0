import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { serverMessage } from "../api/api-error.ts";
import type { TranslationKey } from "../i18n/i18n.ts";
import { useToast } from "./use-toast.ts";

/** Shows a failure, with the server's message, or with a text of the site when there is none. */
export function useFailureToast() {
  const { t } = useTranslation();
  const toast = useToast();
  return useCallback(
    (
      title: TranslationKey,
      failure?: unknown,
      otherwise: TranslationKey = "common.unexpectedError",
    ) => {
      const description = serverMessage(failure) ?? t(otherwise);
      toast({ title: t(title), description, variant: "destructive" });
    },
    [t, toast],
  );
}
