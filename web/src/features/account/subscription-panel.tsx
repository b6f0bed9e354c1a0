import { trialDays } from "@matinale/contracts/browser";
import { CircleCheck, CircleX, CreditCard, Newspaper, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { serverMessage } from "../../api/api-error.ts";
import {
  useSubscriptionQuery,
  useUpdateCardLinkMutation,
  type Subscription,
} from "../../api/resources/billing-api.ts";
import { usePlansQuery } from "../../api/resources/plans-api.ts";
import { usePreferencesQuery } from "../../api/resources/preferences-api.ts";
import type { Me } from "../../api/resources/session-api.ts";
import { Badge } from "../../components/badge.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Actions, Between, Card, CardTitle } from "../../components/card.tsx";
import { Empty } from "../../components/empty.tsx";
import { LoadFailure } from "../../components/load-failure.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextPlaceholder } from "../../components/skeleton.tsx";
import { paths, subscribeHref } from "../../config/paths.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { longDate } from "../../lib/format.ts";
import { planName } from "../../lib/plan-name.ts";
import { useNow } from "../../lib/use-now.ts";
import { token } from "../../styles/token.ts";
import { useToast } from "../../toasts/use-toast.ts";
import { CancelDialog } from "./cancel-dialog.tsx";

export function SubscriptionPanel({ me }: { me: Me }) {
  return me.stripeSubscriptionId ? <Active /> : <None />;
}

function None() {
  const { t } = useTranslation();
  const { data: subscription } = useSubscriptionQuery();
  return (
    <Card>
      <Empty
        icon={Newspaper}
        title={t("membership.subscription.none")}
        text={t(
          subscription?.trialUsed
            ? "membership.subscription.trialUsedText"
            : "membership.subscription.noneText",
        )}
      >
        <ButtonLink to={paths.subscribe} variant="primary">
          {t("membership.subscription.choose")}
        </ButtonLink>
      </Empty>
    </Card>
  );
}

function Active() {
  const { t } = useTranslation();
  const language = useLanguage();
  const {
    data: subscription,
    isError,
    isLoading,
    isFetching,
    refetch,
  } = useSubscriptionQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: plans } = usePlansQuery();
  const plan = plans?.find(({ id }) => id === subscription?.planId);
  const name = plan ? planName(plan, language) : t("membership.subscription.title");
  return (
    <Frame aria-labelledby="subscription-title">
      <Between>
        <CardTitle id="subscription-title">{name}</CardTitle>
        {isLoading ? <TextPlaceholder $width="4rem" /> : <State subscription={subscription} />}
      </Between>
      {subscription?.trialUsed ? null : <Trial />}
      {isError ? (
        <LoadFailure
          text={t("membership.subscription.loadFailed")}
          busy={isFetching}
          onRetry={refetch}
        />
      ) : null}
      {isLoading ? (
        <Line aria-busy>
          <TextPlaceholder $width="14rem" />
        </Line>
      ) : (
        <Dates subscription={subscription} />
      )}
      <Actions>
        {subscription?.cancelAt && subscription.planId ? (
          <ButtonLink to={subscribeHref(subscription.planId)} variant="primary">
            {t("membership.subscription.resume")}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to={paths.subscribe} variant="primary">
              {t("membership.subscription.upgrade")}
            </ButtonLink>
            <CancelDialog plan={name} endsAt={subscription?.currentPeriodEnd ?? null} />
          </>
        )}
      </Actions>
    </Frame>
  );
}

function State({ subscription }: { subscription: Subscription | undefined }) {
  const { t } = useTranslation();
  if (subscription?.cancelAt) {
    return <Badge icon={CircleX}>{t("membership.subscription.cancelled")}</Badge>;
  }
  if (subscription?.graceEndsAt) {
    return (
      <Badge tone="warn" icon={TriangleAlert}>
        {t("membership.subscription.unpaid")}
      </Badge>
    );
  }
  return (
    <Badge tone="ok" icon={CircleCheck}>
      {t("membership.subscription.active")}
    </Badge>
  );
}

function Trial() {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { data: preferences, isLoading } = usePreferencesQuery();
  const endsAt = preferences?.trialEndsAt
    ? new Date(preferences.trialEndsAt)
    : new Date(now.getTime() + trialDays * 86_400_000);
  const key =
    endsAt < now ? "membership.subscription.trialEnded" : "membership.subscription.trialUntil";
  return (
    <TrialBox>
      <span>{trialDays}</span>
      <p>
        <b>{t("membership.subscription.trialDays")}</b>
        <br />
        {isLoading ? (
          <TextPlaceholder $width="14rem" />
        ) : (
          t(key, { date: longDate(endsAt, language) })
        )}
      </p>
    </TrialBox>
  );
}

/** Date of the next payment, of the end of the grace period, or of the end of the subscription. */
function Dates({ subscription }: { subscription: Subscription | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!subscription) return null;
  const { cancelAt, graceEndsAt, currentPeriodEnd } = subscription;
  const day = (instant: string) => longDate(new Date(instant), language);
  if (cancelAt) return <Line>{t("membership.subscription.endsOn", { date: day(cancelAt) })}</Line>;
  if (graceEndsAt) {
    return (
      <>
        <Notice>{t("membership.subscription.graceUntil", { date: day(graceEndsAt) })}</Notice>
        {subscription.updateCardUrl ? (
          <Actions>
            <UpdateCard />
          </Actions>
        ) : null}
      </>
    );
  }
  return currentPeriodEnd ? (
    <Line>{t("membership.subscription.renewsOn", { date: day(currentPeriodEnd) })}</Line>
  ) : null;
}

function UpdateCard() {
  const { t } = useTranslation();
  const toast = useToast();
  const [requestLink, { isLoading }] = useUpdateCardLinkMutation();
  const go = async () => {
    const { data, error } = await requestLink();
    if (data) {
      globalThis.location.assign(data.url);
      return;
    }
    toast({
      title: t("membership.subscription.cardFailed"),
      description: serverMessage(error) ?? t("common.unexpectedError"),
      variant: "destructive",
    });
  };
  return (
    <Button
      busy={isLoading}
      icon={<CreditCard size={18} strokeWidth={1.75} aria-hidden />}
      onClick={go}
    >
      {t("membership.subscription.updateCard")}
    </Button>
  );
}

const Frame = styled(Card)`
  display: grid;
  gap: ${token("s4")};
`;

const Line = styled.p`
  color: ${token("text-muted")};
`;

const TrialBox = styled.div`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${token("s4")};
  align-items: center;
  padding: ${token("s4")} ${token("s5")};
  border-radius: ${token("r-card")};
  background: ${token("brand-soft")};
  color: ${token("on-brand-soft")};
  span {
    font-family: ${token("font-display")};
    font-size: 3.5rem;
    font-weight: ${token("weight-display")};
    line-height: 0.9;
  }
  b {
    font-weight: ${token("weight-strong")};
  }
`;
