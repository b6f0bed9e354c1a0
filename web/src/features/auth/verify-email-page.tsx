import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../components/button.tsx";
import { paths } from "../../config/paths.ts";
import { SendVerification } from "../../session/send-verification.tsx";
import { useSession } from "../../session/use-session.ts";
import { FollowedLink } from "./followed-link.tsx";
import { recoveryApi } from "./recovery-api.ts";

export default function VerifyEmailPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [verifyEmail] = recoveryApi.useVerifyEmailMutation();
  const send = async (token: string) => {
    await verifyEmail(token).unwrap();
    return "done" as const;
  };
  const done = {
    title: t("recovery.verify.title"),
    text: t("recovery.verify.text"),
    action: (
      <ButtonLink to={paths.account} variant="primary" block>
        {t("recovery.openAccount")}
      </ButtonLink>
    ),
  };
  const expired = {
    title: t("recovery.expired"),
    text: t("recovery.verify.expired"),
    action:
      session.state === "signedIn" ? (
        <SendVerification variant="primary" block>
          {t("recovery.newLink")}
        </SendVerification>
      ) : (
        <ButtonLink to={paths.login} variant="primary" block>
          {t("recovery.verify.signIn")}
        </ButtonLink>
      ),
  };
  // A reader may open the link twice.
  const verified = session.state === "signedIn" && session.me.emailVerified;
  return <FollowedLink send={send} contents={{ done, expired: verified ? done : expired }} />;
}
