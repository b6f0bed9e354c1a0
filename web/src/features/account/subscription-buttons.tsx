import { CreditCard } from "lucide-react";
import { billingApi } from "../../api/resources/billing-api.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { longDate } from "../../lib/format.ts";
import { ActionButton } from "../../toasts/action-button.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

/** Opens the page of Stripe on which the reader changes the card, or all details of the billing. */
export function StripePage({ page }: { page: "card" | "details" }) {
  const { t } = useTexts();
  const [requestCardLink] = billingApi.useUpdateCardLinkMutation();
  const [requestDetailsLink] = billingApi.useBillingDetailsLinkMutation();
  const isCard = page === "card";
  return (
    <ActionButton
      variant={isCard ? "secondary" : "ghost"}
      icon={CreditCard}
      run={() => (isCard ? requestCardLink() : requestDetailsLink()).unwrap()}
      failed={[`membership.subscription.${page}Failed`]}
      onDone={({ url }) => globalThis.location.assign(url)}
    >
      {t(isCard ? "membership.subscription.updateCard" : "membership.subscription.details")}
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
