import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { styled } from "styled-components";
import { billingApi } from "../../api/resources/billing-api.ts";
import { preferencesApi } from "../../api/resources/preferences-api.ts";
import { builtProduct } from "../../config/product.ts";
import { Remark } from "../../components/page.tsx";
import { TextLink } from "../../components/prose.tsx";
import { subscriptionTab } from "../../config/paths.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { displayFont, grid, token } from "../../styles/theme.ts";
import { useAccountTime } from "../../session/use-account-time.ts";

/**
 * The trial of a reader without a subscription. `daysLeft` is as in `lib/trial.ts`; `trialUsed` means by this person with an
 * account that was deleted.
 */
export function useTrial() {
  const { timeOf } = useAccountTime();
  const subscription = billingApi.useSubscriptionQuery();
  const { isLoading } = preferencesApi.usePreferencesQuery();
  if (subscription.isLoading || isLoading) {
    // An example, whose text reserves its lines on the page.
    const { days: daysLeft } = builtProduct.trial;
    return { isLoading: true, daysLeft, end: timeOf("2026-11-28T08:41:00Z"), trialUsed: false };
  }
  const { data } = subscription;
  return {
    isLoading: false,
    daysLeft: data?.trialDaysLeft ?? null,
    end: data?.trialEndsAt ? timeOf(data.trialEndsAt) : "",
    trialUsed: data?.trialUsed ?? false,
  };
}

/** Says below the title of the account page until when the trial runs, or that no plan is in force any more. */
export function TrialLine() {
  const { t } = useTexts();
  const { isLoading, daysLeft, end } = useTrial();
  if (daysLeft === null) return null;
  return (
    <Remark {...reserved(isLoading)}>
      <Hourglass />
      <span>
        {daysLeft > 0
          ? t("membership.trial.runs", { count: daysLeft, end })
          : t("membership.trial.ended")}{" "}
        <TextLink to={subscriptionTab}>{t("membership.trial.details")}</TextLink>
      </span>
    </Remark>
  );
}

/** Invisible, as long as the trial is loading. */
const reserved = (isLoading: boolean) => ({
  style: { visibility: isLoading ? "hidden" : "visible" } as const,
});

interface TrialBoxProps {
  days: number;
  label: string;
  text: ReactNode;
  isLoading?: boolean;
}

/** Days in large, and what they are. */
export function TrialBox({ days, label, text, isLoading = false }: TrialBoxProps) {
  return (
    <Box {...reserved(isLoading)}>
      <span>{days}</span>
      <p>
        <b>{label}</b>
        <br />
        {text}
      </p>
    </Box>
  );
}

const Box = styled.div`
  ${grid("s4", "auto minmax(0, 1fr)")};
  align-items: center;
  padding: ${token("s4")} min(${token("s5")}, 6.25vw);
  border-radius: ${token("r-card")};
  background: ${token("brand-soft")};
  color: ${token("on-brand-soft")};
  > span {
    ${displayFont("min(3.5rem, 17.5vw)")};
    line-height: 0.9;
  }
`;
