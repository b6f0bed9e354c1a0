import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { hasCode, serverMessage } from "../../api/api-error.ts";
import { focusMainPart } from "../../components/main-part.tsx";
import { RetryButton } from "../../components/retry-button.tsx";
import { Waiting } from "../../components/spinner.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { useLink } from "./use-link.ts";

interface Content {
  title: string;
  text: string;
  action?: ReactNode;
}

interface FollowedLinkProps<Success extends string> {
  /** Resolves to the name of the success; rejects with the error of the call. */
  send: (token: string) => Promise<Success>;
  /** What the page shows after each success, and for a used or expired token. */
  contents: Record<Success | "expired", Content>;
}

interface Outcome<Success> {
  state: Success | "pending" | "expired" | "failed";
  /** Message of the server after a failure. */
  message?: string | undefined;
}

/**
 * A page that sends the token of its link once, when it is shown. A used or expired token leaves the
 * address; after any other failure it can be sent again.
 */
export function FollowedLink<Success extends string>({
  send,
  contents,
}: FollowedLinkProps<Success>) {
  const { t } = useTranslation();
  const { token, forget } = useLink();
  const [outcome, setOutcome] = useState<Outcome<Success>>({ state: "pending" });
  const started = useRef(false);

  const follow = async () => {
    setOutcome({ state: "pending" });
    const next: Outcome<Success> = token ? await outcomeOf(send(token)) : { state: "expired" };
    setOutcome(next);
    if (next.state !== "failed") forget();
  };

  useEffect(() => {
    // Effects run twice in development, and a token works once.
    if (started.current) return;
    started.current = true;
    void follow();
  });

  const retry = () => {
    // The button disappears.
    focusMainPart();
    void follow();
  };

  const all = {
    ...contents,
    pending: {
      title: t("recovery.pending.title"),
      text: t("recovery.pending.text"),
      action: <Waiting label={t("common.loading")} />,
    },
    failed: {
      title: t("recovery.failed"),
      text: outcome.message ?? t("common.unexpectedError"),
      action: <RetryButton block onClick={retry} />,
    },
  };
  const { title, text, action }: Content = all[outcome.state];
  // One frame for all states: screen readers announce what changes in it.
  return (
    <AuthFrame title={title} subtitle={text}>
      {action}
    </AuthFrame>
  );
}

const outcomeOf = <Success extends string>(sent: Promise<Success>): Promise<Outcome<Success>> =>
  sent.then(
    (state) => ({ state }),
    (failure: unknown) =>
      hasCode(failure, "LINK_EXPIRED")
        ? { state: "expired" }
        : { state: "failed", message: serverMessage(failure) },
  );
