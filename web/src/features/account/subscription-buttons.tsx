import { CreditCard } from "lucide-react";
import { billingApi } from "../../api/resources/billing-api.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { longDate } from "../../lib/format.ts";
import { ActionButton } from "../../toasts/action-button.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

/** Both mutations answer with the address of a page of Stripe. */
const openPage = ({ url }: { url: string }) => globalThis.location.assign(url);

export function UpdateCard() {
  const { t } = useTexts();
  const [requestLink] = billingApi.useUpdateCardLinkMutation();
  return (
    <ActionButton
      icon={CreditCard}
      run={() => requestLink().unwrap()}
      failed={["membership.subscription.cardFailed"]}
      onDone={openPage}
    >
      {t("membership.subscription.updateCard")}
    </ActionButton>
  );
}

export function BillingDetails() {
  const { t } = useTexts();
  const [requestLink] = billingApi.useBillingDetailsLinkMutation();
  return (
    <ActionButton
      variant="ghost"
      icon={CreditCard}
      run={() => requestLink().unwrap()}
      failed={["membership.subscription.detailsFailed"]}
      onDone={openPage}
    >
      {t("membership.subscription.details")}
    </ActionButton>
  );
}

export function Resume() {
  const { t, language } = useTexts();
  const { succeed } = useResultToasts();
  const [resume] = billingApi.useResumeSubscriptionMutation();
  return (
    <ActionButton
      variant="primary"
      run={() => resume().unwrap()}
      failed={["membership.subscription.resumeFailed"]}
      onDone={({ renewsAt }) => {
        const date = renewsAt && longDate(new Date(renewsAt), language);
        const text = date ? "membership.subscription.renewsOn" : undefined;
        succeed("membership.subscription.resumed", text, { date });
      }}
    >
      {t("membership.subscription.resume")}
    </ActionButton>
  );
}
