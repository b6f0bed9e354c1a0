import { CircleCheck, CircleX, Newspaper, TriangleAlert } from "lucide-react";
import { loadedData, LoadFailure } from "../../components/load-failure.tsx";
import { billingApi, type Subscription } from "../../api/resources/billing-api.ts";
import { plansApi } from "../../api/resources/plans-api.ts";
import { useProduct } from "../../api/resources/product-api.ts";
import { preferencesApi } from "../../api/resources/preferences-api.ts";
import type { Me } from "../../api/resources/session-api.ts";
import { Badge } from "../../components/badge.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Actions, GridCard, TitledCard } from "../../components/card.tsx";
import { Empty } from "../../components/empty.tsx";
import { Muted } from "../../components/page.tsx";
import { Waiting } from "../../components/spinner.tsx";
import { Notice } from "../../components/notice.tsx";
import { BoxPlaceholder, TextPlaceholder } from "../../components/skeleton.tsx";
import { dayMs } from "../../config/constants.ts";
import { paths } from "../../config/paths.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { useNow } from "../../lib/use-now.ts";
import { usePaymentResult } from "./payment-return.tsx";
import { CancelSubscription, Resume, StripePage } from "./subscription-buttons.tsx";
import { TrialBox, useTrial } from "./trial.tsx";
import { useAccountTime } from "../../session/use-account-time.ts";

export function SubscriptionPanel({ me }: { me: Me }) {
  const { t } = useTexts();
  const isPaid = usePaymentResult() === "succeeded";
  // Right after a first payment the subscription knows it before the user does.
  const { data: subscription } = billingApi.useSubscriptionQuery();
  if (me.stripeSubscriptionId || subscription?.stripeSubscriptionId) return <PaidSubscription />;
  if (!isPaid) return <NoSubscription />;
  return (
    <GridCard>
      <Waiting label={t("common.loading")} />
    </GridCard>
  );
}

function NoSubscription() {
  const { t } = useTexts();
  const { isLoading, daysLeft, end, trialUsed } = useTrial();
  return (
    <GridCard aria-busy={isLoading}>
      {daysLeft ? (
        <TrialBox
          isLoading={isLoading}
          days={daysLeft}
          label={t("membership.trial.daysLeft", { count: daysLeft })}
          text={t("membership.trial.until", { end })}
        />
      ) : null}
      <Empty
        icon={Newspaper}
        title={t("membership.subscription.none")}
        text={t(noneText(daysLeft, trialUsed))}
      >
        <ButtonLink to={paths.subscribe} variant="primary">
          {t("account.choosePlan")}
        </ButtonLink>
      </Empty>
    </GridCard>
  );
}

function noneText(daysLeft: number | null, trialUsed: boolean) {
  if (trialUsed) return "membership.subscription.trialUsedText";
  if (daysLeft === null) return "membership.subscription.noneText";
  return daysLeft > 0 ? "membership.trial.runsText" : "membership.trial.endedText";
}

function PaidSubscription() {
  const { t, nameOf } = useTexts();
  const query = billingApi.useSubscriptionQuery(undefined, { refetchOnMountOrArgChange: true });
  const subscription = loadedData(query);
  const isLoading = !subscription && !query.isError;
  const unpaidOrActive = subscription?.graceEndsAt ? "unpaid" : "active";
  const state = subscription?.cancelAt ? "cancelled" : unpaidOrActive;
  const { data: plans } = plansApi.usePlansQuery();
  const plan = plans?.find(({ id }) => id === subscription?.planId);
  const name = plan ? nameOf(plan) : t("membership.subscription.title");
  return (
    <TitledCard
      title={name}
      aside={
        subscription ? (
          <Badge {...badges[state]}>{t(`membership.subscription.${state}`)}</Badge>
        ) : isLoading ? (
          <TextPlaceholder $width="4rem" />
        ) : null
      }
    >
      {subscription?.trialUsed ? null : <TrialDays />}
      {query.isError ? (
        <LoadFailure text={t("membership.subscription.loadFailed")} queries={[query]} />
      ) : null}
      {isLoading ? (
        <Muted aria-busy>
          <TextPlaceholder $width="14rem" />
        </Muted>
      ) : null}
      {subscription ? <SubscriptionDates subscription={subscription} /> : null}
      {subscription?.simulated ? <Muted>{t("membership.subscription.simulated")}</Muted> : null}
      <Actions>
        {subscription?.cancelAt ? (
          <Resume />
        ) : (
          <ButtonLink to={paths.subscribe} variant="primary">
            {t(`membership.subscription.${subscription?.graceEndsAt ? "pay" : "upgrade"}`)}
          </ButtonLink>
        )}
        {isLoading ? <BoxPlaceholder $width="6rem" /> : null}
        {subscription && !subscription.cancelAt ? (
          <CancelSubscription
            plan={name}
            endsAt={subscription.graceEndsAt ? null : subscription.currentPeriodEnd}
          />
        ) : null}
        {subscription?.updateCardUrl ? <StripePage page="details" /> : null}
      </Actions>
    </TitledCard>
  );
}

const badges = {
  cancelled: { icon: CircleX },
  unpaid: { tone: "warn", icon: TriangleAlert },
  active: { tone: "ok", icon: CircleCheck },
} as const;

function TrialDays() {
  const { t } = useTexts();
  const { dateOf } = useAccountTime();
  const now = useNow();
  const trialDays = useProduct().trial.days;
  const { data: preferences, isLoading } = preferencesApi.usePreferencesQuery();
  const endsAt = preferences?.trialEndsAt
    ? new Date(preferences.trialEndsAt)
    : new Date(now.getTime() + trialDays * dayMs);
  const key =
    endsAt < now ? "membership.subscription.trialEnded" : "membership.subscription.trialUntil";
  return (
    <TrialBox
      days={trialDays}
      label={t("membership.subscription.trialDays")}
      text={isLoading ? <TextPlaceholder $width="14rem" /> : t(key, { date: dateOf(endsAt) })}
    />
  );
}

/** Date of the next payment, of the end of the grace period, or of the end of the subscription. */
function SubscriptionDates({ subscription }: { subscription: Subscription }) {
  const { t } = useTexts();
  const { dateOf, timeOf } = useAccountTime();
  const { cancelAt, graceEndsAt, currentPeriodEnd } = subscription;
  if (cancelAt)
    return <Muted>{t("membership.subscription.endsOn", { date: timeOf(cancelAt) })}</Muted>;
  if (graceEndsAt) {
    return (
      <>
        <Notice>{t("membership.subscription.graceUntil", { date: timeOf(graceEndsAt) })}</Notice>
        {subscription.updateCardUrl ? (
          <Actions>
            <StripePage page="card" />
          </Actions>
        ) : null}
      </>
    );
  }
  if (!currentPeriodEnd) return null;
  const date = dateOf(currentPeriodEnd);
  return <Muted>{t("membership.subscription.renewsOn", { date })}</Muted>;
}
