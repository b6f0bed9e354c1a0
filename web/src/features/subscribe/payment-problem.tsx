import { CreditCard, CircleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Notice } from "../../components/notice.tsx";
import { fixedLanguage } from "../../i18n/fixed-texts.ts";
import type { TranslationKey } from "../../i18n/i18n.ts";
import { useSameLanguage } from "../../i18n/use-texts.ts";
import { iconText, token } from "../../styles/theme.ts";

export interface Problem {
  title: TranslationKey;
  /** The message of Stripe or of the server. */
  reason?: string | undefined;
  /** What to do next, when the reason does not say it. */
  text?: TranslationKey | undefined;
}

/**
 * The problem of the last attempt, and a function that sets it. After a change of the language only what the site itself
 * says about it stays: Stripe or the server wrote the reason.
 */
export function useProblem() {
  const [problem, setProblem] = useState<Problem>();
  const isReadable = useSameLanguage(problem);
  if (!problem?.reason || isReadable) return [problem, setProblem] as const;
  const { title, text = "subscribe.payAgain" } = problem;
  return [{ title, text }, setProblem] as const;
}

/** Why a payment was not made, beside its button until the next attempt: a toast disappears before it is understood. */
export function PaymentProblem({ problem }: { problem: Problem | undefined }) {
  const { t } = useTranslation();
  if (!problem) return null;
  const { title, reason, text } = problem;
  return (
    <Root role="alert">
      <CircleAlert />
      <div>
        <p>
          <b>{t(title)}</b>
        </p>
        {reason ? <p>{reason}</p> : null}
        {text ? <p lang={fixedLanguage(text)}>{t(text)}</p> : null}
      </div>
    </Root>
  );
}

const Root = styled.div`
  ${iconText("s2")};
  padding: ${token("s3")} ${token("s4")};
  border: 1px solid ${token("danger")};
  border-radius: ${token("r-control")};
  font-size: ${token("fs-sm")};
  overflow-wrap: anywhere;
  b,
  > svg {
    color: ${token("danger")};
  }
`;

export function PaymentUnavailable() {
  const { t } = useTranslation();
  return (
    <Notice role="alert" icon={CreditCard}>
      {/* The specification fixes this English text, on French pages, too. */}
      <span lang="en">{t("subscribe.unavailable")}</span>
    </Notice>
  );
}
