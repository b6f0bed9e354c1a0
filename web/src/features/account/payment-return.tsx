import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { billingApi, planChanged } from "../../api/resources/billing-api.ts";
import { Notice } from "../../components/notice.tsx";
import { Linked, TextLink } from "../../components/prose.tsx";
import { paymentLateMs, paymentPollMs } from "../../config/constants.ts";
import { paths, subscriptionTab } from "../../config/paths.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { keepsScroll } from "../../lib/navigation-state.ts";
import { useAppDispatch } from "../../store/hooks.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

/** The result that Stripe adds to the address after a payment: "succeeded", "failed"; null on other visits. */
export const usePaymentResult = (): string | null => useSearchParams()[0].get("redirect_status");

/** Reports the payment from which the reader comes back. */
export function PaymentReturn() {
  const { t } = useTexts();
  const result = usePaymentResult();
  if (result === "succeeded") return <PaymentReceived />;
  if (result !== "failed") return null;
  return (
    <Notice>
      {t("membership.payment.failed")}{" "}
      <TextLink to={paths.subscribe}>{t("account.choosePlan")}</TextLink>
    </Notice>
  );
}

/**
 * Stripe leads the reader back before billing knows of the payment: polls until the plan is in force. A subscriber who
 * changes the plan has another one in force until then.
 */
function PaymentReceived() {
  const { t } = useTexts();
  const { succeed } = useResultToasts();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const plan = useSearchParams()[0].get("plan");
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), paymentLateMs);
    return () => clearTimeout(timer);
  }, []);
  const { data } = billingApi.useSubscriptionQuery(undefined, {
    pollingInterval: paymentPollMs,
    refetchOnMountOrArgChange: true,
  });
  const isPaid = data?.status === "active" || data?.status === "canceled";
  const isInForce = isPaid && plan === String(data.planId);
  useEffect(() => {
    if (!isInForce) return;
    dispatch(planChanged());
    succeed("membership.payment.done", "membership.payment.doneText");
    void navigate(subscriptionTab, { replace: true, state: keepsScroll });
  }, [isInForce, dispatch, succeed, navigate]);
  return (
    <Notice tone="info" icon={CircleCheck}>
      <Linked text={t(isLate ? "membership.payment.late" : "membership.payment.received")} />
    </Notice>
  );
}
