import { serverMessage } from "../../api/api-error.ts";
import type { TranslationKey } from "../../i18n/i18n.ts";
import { useTranslation } from "../../i18n/translation.tsx";
import { useToast } from "../../toasts/use-toast.ts";

/** Tells how saving a form went: the server's words when it failed, `title` when it did not. */
export function useSaveToast(): (error: unknown, title: TranslationKey) => void {
  const { i18n } = useTranslation();
  const toast = useToast();
  return (error, title) => {
    // What was saved may be the language: the words are those of the moment of telling.
    const { t } = i18n;
    if (!error) return toast({ title: t(title), description: t("settings.savedText") });
    toast({
      title: t("settings.failed"),
      description: serverMessage(error) ?? t("settings.failedText"),
      variant: "destructive",
    });
  };
}
