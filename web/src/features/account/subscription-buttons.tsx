import { CreditCard } from "lucide-react";
import { useTranslation } from "react-i18next";
import {
  useBillingDetailsLinkMutation,
  useResumeSubscriptionMutation,
  useUpdateCardLinkMutation,
} from "../../api/resources/billing-api.ts";
import { Button } from "../../components/button.tsx";
import type { TranslationKey } from "../../i18n/i18n.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { longDate } from "../../lib/format.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

interface PortalButtonProps {
  /** The mutation that answers with the address of a page of Stripe. */
  link: ReturnType<typeof useUpdateCardLinkMutation | typeof useBillingDetailsLinkMutation>;
  label: TranslationKey;
  failed: TranslationKey;
  variant?: "ghost";
}

function PortalButton({ link, label, failed, variant }: PortalButtonProps) {
  const { t } = useTranslation();
  const { fail } = useResultToasts();
  const [requestLink, { isLoading }] = link;
  const go = async () => {
    const { data, error } = await requestLink();
    if (data) globalThis.location.assign(data.url);
    else fail(failed, error);
  };
  return (
    <Button busy={isLoading} icon={CreditCard} onClick={go} {...(variant && { variant })}>
      {t(label)}
    </Button>
  );
}

export const UpdateCard = () => (
  <PortalButton
    link={useUpdateCardLinkMutation()}
    label="membership.subscription.updateCard"
    failed="membership.subscription.cardFailed"
  />
);

export const BillingDetails = () => (
  <PortalButton
    link={useBillingDetailsLinkMutation()}
    label="membership.subscription.details"
    failed="membership.subscription.detailsFailed"
    variant="ghost"
  />
);

export function Resume() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { succeed, fail } = useResultToasts();
  const [resume, { isLoading }] = useResumeSubscriptionMutation();
  const go = async () => {
    const { data, error } = await resume();
    if (error) return fail("membership.subscription.resumeFailed", error);
    const date = data.renewsAt && longDate(new Date(data.renewsAt), language);
    const text = date ? "membership.subscription.renewsOn" : undefined;
    succeed("membership.subscription.resumed", text, { date });
  };
  return (
    <Button variant="primary" busy={isLoading} onClick={go}>
      {t("membership.subscription.resume")}
    </Button>
  );
}
