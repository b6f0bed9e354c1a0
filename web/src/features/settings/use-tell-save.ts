import { serverMessage } from "../../api/api-error.ts";
import { useTranslation } from "../../i18n/translation.tsx";
import { useToast } from "../../toasts/use-toast.ts";

/** Tells how saving a form went: the server's words when it failed, `title` when it did not. */
export function useTellSave(): (error: unknown, title: string) => void {
  const { t } = useTranslation();
  const toast = useToast();
  return (error, title) => {
    if (!error) return toast({ title, description: t("settings.savedText") });
    toast({
      title: t("settings.failed"),
      description: serverMessage(error) ?? t("settings.failedText"),
      variant: "destructive",
    });
  };
}
