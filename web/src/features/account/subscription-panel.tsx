import { trialDays } from "@matinale/contracts/browser";
import { CircleCheck, CircleX, CreditCard, Newspaper, TriangleAlert } from "lucide-react";
import { useTranslation, Trans } from "react-i18next";
import { styled } from "styled-components";
import {
  useSubscriptionQuery,
  useUpdateCardLinkMutation,
  type Subscription,
  useCancelSubscriptionMutation,
} from "../../api/resources/billing-api.ts";
import { usePlansQuery } from "../../api/resources/plans-api.ts";
import { usePreferencesQuery } from "../../api/resources/preferences-api.ts";
import type { Me } from "../../api/resources/session-api.ts";
import { Badge } from "../../components/badge.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Actions, Between, Card, CardTitle, GridCard } from "../../components/card.tsx";
import { Empty } from "../../components/empty.tsx";
import { LoadFailure } from "../../components/load-failure.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextPlaceholder } from "../../components/skeleton.tsx";
import { paths, subscribeHref } from "../../config/paths.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { longDate } from "../../lib/format.ts";
import { nameIn } from "../../lib/plan.ts";
import { useNow } from "../../lib/use-now.ts";
import { token } from "../../styles/token.ts";
import { displayFont } from "../../styles/display-font.ts";
import { useFailureToast } from "../../toasts/use-failure-toast.ts";
import { useState } from "react";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useToast } from "../../toasts/use-toast.ts";

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
  const name = plan ? nameIn(language, plan) : t("membership.subscription.title");
  return (
    <GridCard aria-labelledby="subscription-title">
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
    </GridCard>
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
  const fail = useFailureToast();
  const [requestLink, { isLoading }] = useUpdateCardLinkMutation();
  const go = async () => {
    const { data, error } = await requestLink();
    if (data) {
      globalThis.location.assign(data.url);
      return;
    }
    fail("membership.subscription.cardFailed", error);
  };
  return (
    <Button busy={isLoading} icon={CreditCard} onClick={go}>
      {t("membership.subscription.updateCard")}
    </Button>
  );
}

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
    ${displayFont("3.5rem")};
    line-height: 0.9;
  }
  b {
    font-weight: ${token("weight-strong")};
  }
`;

interface CancelDialogProps {
  plan: string;
  /** Last day that is paid for. */
  endsAt: string | null;
}

function CancelDialog({ plan, endsAt }: CancelDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const toast = useToast();
  const fail = useFailureToast();
  const [open, setOpen] = useState(false);
  const [cancel, { isLoading }] = useCancelSubscriptionMutation();
  const date = endsAt && longDate(new Date(endsAt), language);

  const confirm = async () => {
    const { data, error } = await cancel();
    if (error) {
      fail("membership.cancel.failed", error);
      return;
    }
    setOpen(false);
    const end = data.endsAt ?? endsAt;
    toast({
      title: t("membership.cancel.done"),
      ...(end && {
        description: t("membership.cancel.doneText", { date: longDate(new Date(end), language) }),
      }),
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
          t("membership.cancel.textUndated")
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
