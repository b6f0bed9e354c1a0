import type { Language } from "@matinale/contracts/browser";
import { useCallback } from "react";
import { useTranslation } from "./translation.tsx";
import { useToast } from "../toasts/use-toast.ts";
import { changeLanguage } from "./i18n.ts";

/** Changes the language of the interface; when its texts cannot be fetched, says so and keeps the old one. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const { t, i18n } = useTranslation();
  const toast = useToast();
  return useCallback(
    (language) =>
      changeLanguage(i18n, language).catch(() => {
        toast({
          title: t("common.error"),
          description: t("common.unexpectedError"),
          variant: "destructive",
        });
      }),
    [i18n, t, toast],
  );
}
