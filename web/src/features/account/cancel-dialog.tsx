import { useState } from "react";
import { Trans, useTranslation } from "../../i18n/translation.tsx";
import { serverMessage } from "../../api/api-error.ts";
import { useCancelSubscriptionMutation } from "../../api/resources/billing-api.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useLanguage } from "../../i18n/use-language.ts";
import { longDate } from "../../lib/format.ts";
import { useToast } from "../../toasts/use-toast.ts";

interface CancelDialogProps {
  plan: string;
  /** Last day of what is paid. */
  endsAt: string | null;
}

export function CancelDialog({ plan, endsAt }: CancelDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [cancel, { isLoading }] = useCancelSubscriptionMutation();
  const date = endsAt && longDate(new Date(endsAt), language);

  const confirm = async () => {
    const { data, error } = await cancel();
    if (error) {
      toast({
        title: t("account.cancel.failed"),
        description: serverMessage(error) ?? t("common.unexpectedError"),
        variant: "destructive",
      });
      return;
    }
    setOpen(false);
    const end = data.endsAt ?? endsAt;
    toast({
      title: t("account.cancel.done"),
      ...(end && {
        description: t("account.cancel.doneText", { date: longDate(new Date(end), language) }),
      }),
    });
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="ghost">{t("account.cancel.open")}</Button>}
      title={t("account.cancel.title", { plan })}
      text={
        date ? (
          <Trans i18nKey="account.cancel.text" values={{ date }} components={{ b: <b /> }} />
        ) : (
          t("account.cancel.textUndated")
        )
      }
      keep={t("account.cancel.keep")}
      confirm={t("account.cancel.open")}
      busy={isLoading}
      onConfirm={confirm}
    >
      <p>{t("account.cancel.settingsStay")}</p>
    </ConfirmDialog>
  );
}
