import { MessageCircle } from "lucide-react";
import { Navigate, useSearchParams } from "react-router-dom";
import { billingApi } from "../../api/resources/billing-api.ts";
import { plansApi, type Plan } from "../../api/resources/plans-api.ts";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { LoadFailure } from "../../components/load-failure.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageBody, PageTitle, Columns, Remark } from "../../components/page.tsx";
import { PageLoading } from "../../components/page-loading.tsx";
import { Waiting } from "../../components/spinner.tsx";
import { Linked } from "../../components/prose.tsx";
import { paths, redirectToSubscribe } from "../../config/paths.ts";
import { useTranslation } from "react-i18next";
import { keepsScroll } from "../../lib/navigation-state.ts";
import { useNow } from "../../lib/use-now.ts";
import { useOnce } from "../../lib/use-once.ts";
import { useAccountTime } from "../../session/use-account-time.ts";
import { useSession } from "../../session/use-session.ts";
import { CheckoutCard, planChange, type CheckoutCardProps } from "./checkout-card.tsx";
import { PlanPicker } from "./plan-picker.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

export default function SubscribePage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.state === "signedOut") return <RedirectToLogin />;
  if (session.state === "loading") return <PageLoading />;
  return (
    <PageBody>
      <PageTitle>{t("subscribe.title")}</PageTitle>
      <Plans />
    </PageBody>
  );
}

/** The log-in page goes back to the plan of this address. */
function RedirectToLogin() {
  const { fail } = useResultToasts();
  useOnce(() => fail("subscribe.signInNeeded", undefined, "subscribe.signInNeededText"));
  const [search] = useSearchParams();
  const to = paths.login + redirectToSubscribe;
  return <Navigate to={to} state={{ plan: search.get("plan") }} replace />;
}

function Plans() {
  const { t } = useTranslation();
  const { timeOf } = useAccountTime();
  const plans = plansApi.usePlansQuery();
  const payment = billingApi.usePaymentConfigurationQuery();
  const opened = useNow();
  const subscription = billingApi.useSubscriptionQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  // The cache may be older than a purchase in another tab.
  const isOld = (subscription.fulfilledTimeStamp ?? 0) < opened.getTime();
  // The errors are kept during a new request: a failure stays until the response.
  if (plans.error) return <LoadFailure text={t("plan.failed")} queries={[plans]} />;
  // Without the subscription, a subscriber looks like a visitor, and opening the page could charge the card.
  const failed = [payment, subscription].filter(({ error }) => error);
  if (failed.length > 0) {
    return <LoadFailure text={t("subscribe.currentFailed")} queries={failed} />;
  }
  const { data: configuration } = payment;
  const { data: state } = subscription;
  if (!plans.data || !configuration || !state || isOld)
    return <Waiting label={t("common.loading")} />;
  const current = state.stripeSubscriptionId ? state : null;
  return (
    <>
      {state.trialUsed && !current ? <Notice tone="info">{t("subscribe.trialUsed")}</Notice> : null}
      {state.status === "trialing" && state.trialEndsAt && !current ? (
        <Notice tone="info">{t("subscribe.trialRuns", { end: timeOf(state.trialEndsAt) })}</Notice>
      ) : null}
      {configuration.simulated ? <Notice tone="info">{t("subscribe.simulation")}</Notice> : null}
      <Chosen plans={plans.data} current={current} configuration={configuration} />
      <Remark>
        <MessageCircle size={20} />
        <Linked text={t("subscribe.reminder")} />
      </Remark>
    </>
  );
}

/** The plan of the address, else the current plan, else the first one. */
function Chosen({ plans, ...checkout }: Omit<CheckoutCardProps, "plan"> & { plans: Plan[] }) {
  const [search, setSearch] = useSearchParams();
  const [, { isLoading: isChanging }] = billingApi.useChoosePlanMutation(planChange);
  const linked = search.get("plan");
  const wanted = linked === null ? checkout.current?.planId : Number(linked);
  const plan = plans.find(({ id }) => id === wanted) ?? plans[0];
  if (!plan) return null;
  return (
    <Columns $proportion="7fr 5fr">
      <PlanPicker
        plans={plans}
        chosen={plan.id}
        disabled={isChanging}
        onChoose={(id) => setSearch({ plan: String(id) }, { state: keepsScroll })}
      />
      <ErrorBoundary key={plan.id}>
        <CheckoutCard plan={plan} {...checkout} />
      </ErrorBoundary>
    </Columns>
  );
}
