import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../components/button.tsx";
import { paths, settingsTabs } from "../../config/paths.ts";
import { FollowedLink } from "./followed-link.tsx";
import { recoveryApi } from "./recovery-api.ts";

/** A change of address is done when the links in both mails were followed. */
export default function ConfirmEmailPage() {
  const { t } = useTranslation();
  const [confirmEmail] = recoveryApi.useConfirmEmailMutation();
  const send = async (token: string) =>
    (await confirmEmail(token).unwrap()) ? ("done" as const) : ("halfway" as const);
  const contents = {
    done: {
      title: t("recovery.confirm.title"),
      text: t("recovery.confirm.text"),
      action: (
        <ButtonLink to={paths.account} variant="primary" block>
          {t("recovery.openAccount")}
        </ButtonLink>
      ),
    },
    halfway: {
      title: t("recovery.confirm.halfwayTitle"),
      text: t("recovery.confirm.halfwayText"),
    },
    expired: {
      title: t("recovery.expired"),
      text: t("recovery.confirm.expired"),
      action: (
        <ButtonLink to={settingsTabs.profile} variant="primary" block>
          {t("recovery.confirm.openSettings")}
        </ButtonLink>
      ),
    },
  };
  return <FollowedLink send={send} contents={contents} />;
}
