import { CircleCheck } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { serverMessage } from "../../api/api-error.ts";
import {
  billingApi,
  type PaymentConfiguration,
  type Subscription,
  type PaymentIntent,
  type PurchaseDetails,
} from "../../api/resources/billing-api.ts";
import type { Plan } from "../../api/resources/plans-api.ts";
import { TitledCard } from "../../components/card.tsx";
import { Notice } from "../../components/notice.tsx";
import { SentCategories } from "../../components/sent-categories.tsx";
import { RetryButton } from "../../components/load-failure.tsx";
import { Waiting } from "../../components/spinner.tsx";
import { useReason, useTexts } from "../../i18n/use-texts.ts";
import { useOnce } from "../../lib/use-once.ts";
import { DueToday, PlanChange } from "./plan-change.tsx";
import {
  PaymentProblem,
  useProblem,
  type Problem,
  PaymentUnavailable,
} from "./payment-problem.tsx";
import { PaymentSkeleton } from "./payment-skeleton.tsx";
import { useNavigate } from "react-router-dom";
import { paths } from "../../config/paths.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

/** Stripe's library is loaded only when there is something to pay. */
const PaymentForm = lazy(() => import("./payment-form.tsx"));
const OrderForm = lazy(() => import("./order-form.tsx"));
/** Most payments need no details. */
const PurchaseDetailsForm = lazy(() => import("./purchase-details-form.tsx"));

export interface CheckoutCardProps {
  plan: Plan;
  current: Subscription | null;
  configuration: PaymentConfiguration;
}

export function CheckoutCard(props: CheckoutCardProps) {
  const { plan, current } = props;
  const { t, nameOf, price } = useTexts();
  return (
    <TitledCard
      title={t("subscribe.payment")}
      aside={<b>{t("subscribe.due", { plan: nameOf(plan), price: price(plan.priceEur) })}</b>}
    >
      {current?.planId === plan.id ? null : (
        <SentCategories plan={plan} text="subscribe.fewerCategories" />
      )}
      <Step {...props} />
    </TitledCard>
  );
}

/**
 * Choosing a plan creates its payment intent. With a card on file that would charge the card, so a
 * subscriber must confirm first.
 */
function Step({ plan, current, configuration }: CheckoutCardProps) {
  const { t, nameOf } = useTexts();
  const { publishableKey, asksAddress, asksPromotionCode } = configuration;
  if (!publishableKey && !configuration.simulated) return <PaymentUnavailable />;
  if (current?.planId === plan.id && current.graceEndsAt) {
    return (
      <>
        <Notice>{t("subscribe.unpaid")}</Notice>
        <Intent plan={plan} publishableKey={publishableKey} isRenewal />
      </>
    );
  }
  if (current?.planId === plan.id && !current.cancelAt) {
    return (
      <Notice tone="info" icon={CircleCheck}>
        {t("subscribe.already", { plan: nameOf(plan) })}
      </Notice>
    );
  }
  if (current && !current.simulated) {
    return <ConfirmedChange plan={plan} current={current} publishableKey={publishableKey} />;
  }
  const asks = !current && (asksAddress || asksPromotionCode) ? configuration : undefined;
  return <Intent plan={plan} publishableKey={publishableKey} asks={asks} />;
}

/** The state of a plan change is the same for all plans: while the card is charged, no plan can be chosen. */
export const planChange = { fixedCacheKey: "plan-change" };

interface ConfirmedChangeProps extends Pick<IntentProps, "plan" | "publishableKey"> {
  current: Subscription;
}

function ConfirmedChange({ plan, current, publishableKey }: ConfirmedChangeProps) {
  const [choosePlan, { isLoading }] = billingApi.useChoosePlanMutation(planChange);
  const [intent, setIntent] = useState<PaymentIntent | "pending">();
  const [problem, setProblem] = useProblem();
  const report = useReport(setProblem);

  const change = async () => {
    setIntent("pending");
    setProblem(undefined);
    const subscriptionToChange = current.stripeSubscriptionId ?? undefined;
    const { data, error } = await choosePlan({ planId: plan.id, subscriptionToChange });
    report(data, error);
    setIntent(data);
  };
  if (isLoading || intent === "pending") return <PaymentSkeleton />;
  if (!intent) {
    return (
      <>
        <PlanChange plan={plan} onConfirm={change} />
        <PaymentProblem problem={problem} />
      </>
    );
  }
  return <Payment planId={plan.id} intent={intent} publishableKey={publishableKey} />;
}

interface IntentProps {
  plan: Plan;
  publishableKey: string | null;
  /** Asks first what Stripe needs more than the plan. */
  asks?: PaymentConfiguration | undefined;
  /** The payment is that of an invoice of the plan in force. */
  isRenewal?: boolean;
}

/** Creates a payment intent when it is shown, or when the reader has given the details. */
function Intent({ plan, publishableKey, asks, isRenewal = false }: IntentProps) {
  const [choosePlan, { data: intent, error, isUninitialized, reset }] =
    billingApi.useChoosePlanMutation();
  const reason = useReason(error, "subscribe.failedText");
  const [details, setDetails] = useState<PurchaseDetails>({});
  const report = useReport();

  const create = async (given: PurchaseDetails) => {
    setDetails(given);
    const result = await choosePlan({ planId: plan.id, ...given });
    report(result.data, result.error);
  };
  useOnce(() => {
    if (!asks) void create(details);
  });
  if (asks && isUninitialized) {
    return (
      <Suspense fallback={<PaymentSkeleton />}>
        <PurchaseDetailsForm configuration={asks} given={details} onSubmit={create} />
      </Suspense>
    );
  }
  if (error) {
    return (
      <>
        <p>{reason}</p>
        <RetryButton onClick={asks ? reset : () => create(details)} />
      </>
    );
  }
  if (!intent) return <PaymentSkeleton />;
  const payment = { planId: plan.id, ...details, intent, publishableKey, isRenewal };
  return <Payment {...payment} />;
}

interface PaymentProps extends PurchaseDetails, Pick<IntentProps, "publishableKey" | "isRenewal"> {
  planId: number;
  intent: PaymentIntent;
}

function Payment({ intent, publishableKey, isRenewal = false, ...choice }: PaymentProps) {
  const { t } = useTexts();
  const [choosePlan] = billingApi.useChoosePlanMutation();
  const [problem, setProblem] = useProblem();
  const report = useReport(setProblem);
  /** Replaces a payment that ended meanwhile, for example because another plan was chosen in another tab. */
  const [renewed, setRenewed] = useState<PaymentIntent>();
  const { clientSecret, dueToday, awaitsOrder } = renewed ?? intent;

  const prepare = async () => {
    const answer = await choosePlan(isRenewal ? choice : { ...choice, waiver: true }).unwrap();
    if (clientSecret && answer.clientSecret === clientSecret) return true;
    setRenewed(answer);
    if (answer.clientSecret) {
      setProblem({ title: "subscribe.renewed", text: "subscribe.renewedText" });
    } else report(answer);
    return false;
  };
  const order = async () => {
    setProblem(undefined);
    await prepare().catch((failure: unknown) => report(undefined, failure));
  };
  if (!clientSecret && !awaitsOrder) return <Waiting label={t("subscribe.created")} />;
  if (!publishableKey) return <PaymentUnavailable />;
  const buy = dueToday === 0 ? "subscribe.submitFree" : "subscribe.submit";
  const submit = t(isRenewal ? "subscribe.pay" : buy);
  const form = { submit, needsWaiver: !isRenewal, problem };
  return (
    <Suspense fallback={<PaymentSkeleton />}>
      {dueToday == null ? null : (
        <DueToday
          cents={dueToday}
          text="subscribe.dueNow"
          more={dueToday > 0 ? null : t("subscribe.cardSaved")}
        />
      )}
      {clientSecret ? (
        <PaymentForm
          {...form}
          clientSecret={clientSecret}
          publishableKey={publishableKey}
          planId={choice.planId}
          onSubmit={prepare}
          onProblem={setProblem}
        />
      ) : (
        <OrderForm {...form} onOrder={order} />
      )}
    </Suspense>
  );
}

/**
 * Shows the result of a payment intent. When nothing is left to pay, it opens the account page, unless the reader has gone.
 *
 * @param showProblem  shows a failure beside the form that the reader used. With it the result is shown also when the reader
 *   has gone back to another plan or page: the card may have been charged
 */
function useReport(showProblem?: (problem: Problem) => void) {
  const { succeed, fail } = useResultToasts();
  const navigate = useNavigate();
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return (intent: PaymentIntent | undefined, failure?: unknown): void => {
    if (!showProblem && !mounted.current) return;
    if (failure && showProblem && mounted.current) {
      const reason = serverMessage(failure);
      showProblem({
        title: "subscribe.failed",
        reason,
        text: reason ? undefined : "subscribe.failedText",
      });
    } else if (failure) fail("subscribe.failed", failure, "subscribe.failedText");
    if (failure || !intent || intent.awaitsOrder) return;
    if (intent.simulated) succeed("subscribe.simulated");
    if (intent.clientSecret) return;
    if (!intent.simulated) succeed("subscribe.created", "subscribe.createdText");
    if (mounted.current) void navigate(paths.account);
  };
}
