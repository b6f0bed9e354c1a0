import { serverMessage } from "../../api/api-error.ts";
import type { TranslationKey } from "../../i18n/i18n.ts";
import { useTranslation } from "react-i18next";
import { useToast } from "../../toasts/use-toast.ts";

/** Shows a toast after saving a form: `title` after a success, the server's message after a failure. */
export function useSaveToast(): (error: unknown, title: TranslationKey) => void {
  const { i18n } = useTranslation();
  const toast = useToast();
  return (error, title) => {
    // The save may have changed the language: use the current `t`.
    const { t } = i18n;
    if (!error) return toast({ title: t(title), description: t("settings.savedText") });
    toast({
      title: t("settings.failed"),
      description: serverMessage(error) ?? t("settings.failedText"),
      variant: "destructive",
    });
  };
}

/**
 * Options for `reset` with the saved values: they become the defaults, and the fields keep what the
 * reader typed during the request.
 */
export const keepFieldsAfterSave = {
  keepValues: true,
  keepDirtyValues: false,
  keepFieldsRef: true,
  keepErrors: true,
  keepIsSubmitted: true,
};
