import { CircleCheck, CreditCard } from "lucide-react";
import { lazy, Suspense, useState, useEffect, useRef } from "react";
import { styled } from "styled-components";
import { serverMessage } from "../../api/api-error.ts";
import {
  usePaymentIntentQuery,
  useWaiveWithdrawalMutation,
  type PaymentConfiguration,
  type Subscription,
  type PaymentIntent,
  type PurchaseDetails,
} from "../../api/resources/billing-api.ts";
import type { Plan } from "../../api/resources/plans-api.ts";
import { Between, CardTitle, GridCard } from "../../components/card.tsx";
import { RetryButton } from "../../components/retry-button.tsx";
import { Waiting } from "../../components/spinner.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { euros, nameIn } from "../../lib/plan.ts";
import { token } from "../../styles/theme.ts";
import { PaymentSkeleton } from "./payment-skeleton.tsx";
import { PlanChange } from "./plan-change.tsx";
import { useNavigate } from "react-router-dom";
import { api } from "../../api/base-api.ts";
import { paths } from "../../config/paths.ts";
import { useAppDispatch } from "../../store/hooks.ts";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

/** Stripe's library is loaded only when there is something to pay. */
const PaymentForm = lazy(() => import("./payment-form.tsx"));
/** Most payments need no details. */
const PurchaseDetailsForm = lazy(() => import("./purchase-details-form.tsx"));

interface CheckoutCardProps {
  plan: Plan;
  current: Subscription | null;
  configuration: PaymentConfiguration;
}

export function CheckoutCard({ plan, current, configuration }: CheckoutCardProps) {
  const { t, language } = useTexts();
  const name = nameIn(language, plan);
  return (
    <Frame aria-labelledby="checkout-title">
      <Between>
        <CardTitle id="checkout-title">{t("subscribe.payment")}</CardTitle>
        <b>{t("subscribe.due", { plan: name, price: euros(plan.priceEur, language) })}</b>
      </Between>
      <Step plan={plan} current={current} configuration={configuration} />
    </Frame>
  );
}

/**
 * Choosing a plan creates its payment intent. With a card on file that would charge the card, so a
 * subscriber must confirm first.
 */
function Step({ plan, current, configuration }: CheckoutCardProps) {
  const { t, language } = useTexts();
  const [confirmed, setConfirmed] = useState(false);
  const name = nameIn(language, plan);
  if (!configuration.publishableKey && !configuration.simulated) {
    return <Unavailable />;
  }
  if (current?.planId === plan.id && !current.cancelAt) {
    return (
      <Notice>
        <CircleCheck size={20} strokeWidth={1.75} />
        {t("subscribe.already", { plan: name })}
      </Notice>
    );
  }
  if (current && !current.simulated && !confirmed) {
    return <PlanChange plan={plan} onConfirm={() => setConfirmed(true)} />;
  }
  const { publishableKey, asksAddress, asksPromotionCode } = configuration;
  if (current || (!asksAddress && !asksPromotionCode)) {
    return <Intent plan={plan} publishableKey={publishableKey} />;
  }
  return <IntentWithDetails plan={plan} configuration={configuration} />;
}

/** A first payment for which Stripe needs more than the plan. */
function IntentWithDetails({ plan, configuration }: Omit<CheckoutCardProps, "current">) {
  const [details, setDetails] = useState<PurchaseDetails>({});
  const [given, setGiven] = useState(false);
  if (!given) {
    const submit = (submitted: PurchaseDetails) => {
      setDetails(submitted);
      setGiven(true);
    };
    return (
      <Suspense fallback={<PaymentSkeleton />}>
        <PurchaseDetailsForm configuration={configuration} given={details} onSubmit={submit} />
      </Suspense>
    );
  }
  const { publishableKey } = configuration;
  const edit = () => setGiven(false);
  return <Intent plan={plan} publishableKey={publishableKey} details={details} onRetry={edit} />;
}

interface IntentProps {
  plan: Plan;
  publishableKey: string | null;
  details?: PurchaseDetails;
  /** Replaces the repetition of a failed request. */
  onRetry?: () => void;
}

function Intent({ plan, publishableKey, details, onRetry }: IntentProps) {
  const { t } = useTexts();
  const choice = { planId: plan.id, ...details };
  const { currentData: intent, error, isFetching, refetch } = usePaymentIntentQuery(choice);
  const [waive] = useWaiveWithdrawalMutation();
  usePaymentIntentOutcome(intent, isFetching ? undefined : error);
  if (isFetching) return <PaymentSkeleton />;
  if (error) {
    return (
      <>
        <p>{serverMessage(error) ?? t("subscribe.failedText")}</p>
        <RetryButton onClick={onRetry ?? refetch} />
      </>
    );
  }
  if (!intent?.clientSecret) return <Waiting label={t("subscribe.created")} />;
  if (!publishableKey) return <Unavailable />;
  return (
    <Suspense fallback={<PaymentSkeleton />}>
      <PaymentForm
        clientSecret={intent.clientSecret}
        publishableKey={publishableKey}
        onWaive={() => waive(choice).unwrap()}
      />
    </Suspense>
  );
}

function Unavailable() {
  const { t } = useTexts();
  return (
    <Notice role="alert">
      <CreditCard size={20} strokeWidth={1.75} />
      {/* The specification fixes this English text, on French pages, too. */}
      <span lang="en">{t("subscribe.unavailable")}</span>
    </Notice>
  );
}

const Frame = styled(GridCard)`
  b {
    font-weight: ${token("weight-strong")};
  }
`;

const Notice = styled.p`
  display: flex;
  gap: ${token("s2")};
  align-items: flex-start;
  svg {
    margin-top: 0.1em;
    color: ${token("text-muted")};
  }
`;

/** Shows the result of a payment intent once, and opens the account page when nothing is left to pay. */
function usePaymentIntentOutcome(intent: PaymentIntent | undefined, failure: unknown): void {
  const { succeed, fail } = useResultToasts();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const shown = useRef<unknown>(undefined);

  useEffect(() => {
    const outcome = failure ?? intent;
    if (!outcome || shown.current === outcome) return;
    shown.current = outcome;
    if (failure) {
      fail("subscribe.failed", failure, "subscribe.failedText");
      return;
    }
    if (!intent) return;
    if (intent.simulated) succeed("subscribe.simulated");
    if (intent.clientSecret) return;
    if (!intent.simulated) succeed("subscribe.created", "subscribe.createdText");
    dispatch(api.util.invalidateTags(["Me", "Subscription"]));
    void navigate(paths.account);
  }, [intent, failure, succeed, fail, navigate, dispatch]);
}
