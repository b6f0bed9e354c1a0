import { useState } from "react";
import { Trans } from "react-i18next";
import { billingApi } from "../../api/resources/billing-api.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import { useAccountTime } from "../../session/use-account-time.ts";

interface CancelSubscriptionProps {
  plan: string;
  /** End of the paid period, exclusive. */
  endsAt: string | null;
}

export function CancelSubscription({ plan, endsAt }: CancelSubscriptionProps) {
  const { t } = useTexts();
  const timeOf = useAccountTime();
  const { succeed, fail } = useResultToasts();
  const [open, setOpen] = useState(false);
  const [cancel, { isLoading }] = billingApi.useCancelSubscriptionMutation();
  const date = endsAt && timeOf(endsAt);

  const confirm = async () => {
    const { data, error } = await cancel();
    if (error) return fail("membership.cancel.failed", error);
    setOpen(false);
    const end = data.endsAt ?? endsAt;
    succeed("membership.cancel.done", end ? "membership.cancel.doneText" : undefined, {
      date: end && timeOf(end),
    });
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="ghost">{t("membership.cancel.open")}</Button>}
      title={t("membership.cancel.title", { plan })}
      text={
        date ? (
          <Trans i18nKey="membership.cancel.text" values={{ date }} components={{ b: <b /> }} />
        ) : (
          t("membership.cancel.textUndated")
        )
      }
      keep={t("membership.cancel.keep")}
      confirm={t("membership.cancel.open")}
      busy={isLoading}
      onConfirm={confirm}
    >
      <p>{t("membership.cancel.settingsStay")}</p>
    </ConfirmDialog>
  );
}
