import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { hasCode } from "../../api/api-error.ts";
import { focusMainPart } from "../../components/main-part.tsx";
import { RetryButton } from "../../components/load-failure.tsx";
import { Waiting } from "../../components/spinner.tsx";
import { useReason } from "../../i18n/use-texts.ts";
import { useHydrating } from "../../lib/hydrating.tsx";
import { useOnce } from "../../lib/use-once.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { useLink } from "./use-link.ts";

interface Content {
  title: string;
  text: string;
  action?: ReactNode;
}

interface Outcome<Data> {
  data?: Data | undefined;
  error?: unknown;
}

interface FollowedLinkProps<Data> {
  send: (token: string) => PromiseLike<Outcome<Data>>;
  done: (data: Data | undefined) => Content;
  /** For a used or expired token. */
  expired: Content;
}

/**
 * A page that sends the token of its link once, when it is shown. A used or expired token leaves the
 * address; after any other failure it can be sent again.
 */
export function FollowedLink<Data>({ send, done, expired }: FollowedLinkProps<Data>) {
  const { t } = useTranslation();
  const { token, forget } = useLink();
  // The build does not know the token.
  const hydrating = useHydrating();
  /** Not the state of the call in the store, which a sign-in in another tab clears. */
  const [outcome, setOutcome] = useState<Outcome<Data>>();
  const reason = useReason(outcome?.error, "common.unexpectedError");

  const follow = async () => {
    if (!token) return;
    setOutcome(undefined);
    const { data, error } = await send(token);
    setOutcome({ data, error });
    if (!error || hasCode(error, "LINK_EXPIRED")) forget();
  };

  // A token works once.
  useOnce(() => void follow());

  const retry = () => {
    // The button disappears.
    focusMainPart();
    void follow();
  };

  const content = (): Content => {
    if (outcome && !outcome.error) return done(outcome.data);
    if (hasCode(outcome?.error, "LINK_EXPIRED") || !(token || hydrating)) return expired;
    if (outcome) {
      return {
        title: t("recovery.failed"),
        text: reason,
        action: <RetryButton block onClick={retry} />,
      };
    }
    return {
      title: t("recovery.pending.title"),
      text: t("recovery.pending.text"),
      action: <Waiting label={t("common.loading")} />,
    };
  };
  const { title, text, action } = content();
  // One frame for all states: screen readers announce what changes in it.
  return (
    <AuthFrame title={title} subtitle={text}>
      {action}
    </AuthFrame>
  );
}
