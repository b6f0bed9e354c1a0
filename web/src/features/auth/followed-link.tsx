import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { hasCode, serverMessage } from "../../api/api-error.ts";
import { focusMainPart } from "../../components/main-part.tsx";
import { RetryButton } from "../../components/load-failure.tsx";
import { Waiting } from "../../components/spinner.tsx";
import { useHydrating } from "../../lib/hydrating.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { useLink } from "./use-link.ts";

interface Content {
  title: string;
  text: string;
  action?: ReactNode;
}

interface FollowedLinkProps {
  send: (token: string) => PromiseLike<{ error?: unknown }>;
  /** State of the last call of `send`. */
  call: { isSuccess: boolean; error?: unknown };
  done: Content;
  /** For a used or expired token. */
  expired: Content;
}

/**
 * A page that sends the token of its link once, when it is shown. A used or expired token leaves the
 * address; after any other failure it can be sent again.
 */
export function FollowedLink({ send, call, done, expired }: FollowedLinkProps) {
  const { t } = useTranslation();
  const { token, forget } = useLink();
  // The build does not know the token.
  const hydrating = useHydrating();
  const started = useRef(false);

  const follow = async () => {
    if (!token) return;
    const { error } = await send(token);
    if (!error || hasCode(error, "LINK_EXPIRED")) forget();
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

  const content = (): Content => {
    if (call.isSuccess) return done;
    if (hasCode(call.error, "LINK_EXPIRED") || !(token || hydrating)) return expired;
    if (call.error) {
      return {
        title: t("recovery.failed"),
        text: serverMessage(call.error) ?? t("common.unexpectedError"),
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
