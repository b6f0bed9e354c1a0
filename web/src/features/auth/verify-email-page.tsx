import { useTranslation } from "react-i18next";
import { paths } from "../../config/paths.ts";
import { SendVerification } from "../../session/send-verification.tsx";
import { useSession } from "../../session/use-session.ts";
import { NextLink } from "./auth-frame.tsx";
import { FollowedLink } from "./followed-link.tsx";
import { recoveryApi } from "./recovery-api.ts";

export default function VerifyEmailPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [verifyEmail] = recoveryApi.useVerifyEmailMutation();
  const done = {
    title: t("recovery.verify.title"),
    text: t("recovery.verify.text"),
    action: <NextLink to={paths.account}>{t("recovery.openAccount")}</NextLink>,
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
        <NextLink to={paths.login}>{t("recovery.verify.signIn")}</NextLink>
      ),
  };
  // A reader may open the link twice.
  const verified = session.state === "signedIn" && session.me.emailVerified;
  return <FollowedLink send={verifyEmail} done={() => done} expired={verified ? done : expired} />;
}
