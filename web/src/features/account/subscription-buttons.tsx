import { CreditCard } from "lucide-react";
import { useState } from "react";
import { Trans } from "react-i18next";
import { billingApi } from "../../api/resources/billing-api.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { useAccountTime } from "../../session/use-account-time.ts";
import { ActionButton } from "../../toasts/action-button.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

/** Opens the page of Stripe on which the reader changes the card, or all details of the billing. */
export function StripePage({ page }: { page: "card" | "details" }) {
  const { t } = useTexts();
  const [requestLink] = billingApi.useStripeLinkMutation();
  const isCard = page === "card";
  return (
    <ActionButton
      variant={isCard ? "secondary" : "ghost"}
      icon={CreditCard}
      run={() => requestLink(page).unwrap()}
      failed={[`membership.subscription.${page}Failed`]}
      onDone={({ url }) => globalThis.location.assign(url)}
    >
      {t(isCard ? "membership.subscription.updateCard" : "membership.subscription.details")}
    </ActionButton>
  );
}

export function Resume() {
  const { t } = useTexts();
  const { dateOf } = useAccountTime();
  const { succeed } = useResultToasts();
  const [resume] = billingApi.useResumeSubscriptionMutation();
  return (
    <ActionButton
      variant="primary"
      run={() => resume().unwrap()}
      failed={["membership.subscription.resumeFailed"]}
      onDone={({ renewsAt }) => {
        const date = renewsAt && dateOf(renewsAt);
        const text = date ? "membership.subscription.renewsOn" : undefined;
        succeed("membership.subscription.resumed", text, { date });
      }}
    >
      {t("membership.subscription.resume")}
    </ActionButton>
  );
}

interface CancelSubscriptionProps {
  plan: string;
  /** End of the paid period, exclusive; null for an unpaid one, which ends at once. */
  endsAt: string | null;
}

export function CancelSubscription({ plan, endsAt }: CancelSubscriptionProps) {
  const { t } = useTexts();
  const { timeOf } = useAccountTime();
  const { succeed, fail } = useResultToasts();
  const [open, setOpen] = useState(false);
  const [cancel, { isLoading }] = billingApi.useCancelSubscriptionMutation();
  const date = endsAt && timeOf(endsAt);

  const confirm = async () => {
    const { data, error } = await cancel();
    if (error) return fail("membership.cancel.failed", error);
    setOpen(false);
    const end = endsAt && (data.endsAt ?? endsAt);
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
          t("membership.cancel.textUnpaid")
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
