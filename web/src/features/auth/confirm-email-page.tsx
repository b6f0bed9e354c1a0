import { useTranslation } from "react-i18next";
import { paths, settingsTabs } from "../../config/paths.ts";
import { NextLink } from "./auth-frame.tsx";
import { FollowedLink } from "./followed-link.tsx";
import { recoveryApi } from "./recovery-api.ts";

/** A change of address is done when the links in both mails were followed. */
export default function ConfirmEmailPage() {
  const { t } = useTranslation();
  const [confirmEmail] = recoveryApi.useConfirmEmailMutation();
  const done = {
    title: t("recovery.confirm.title"),
    text: t("recovery.confirm.text"),
    action: <NextLink to={paths.account}>{t("recovery.openAccount")}</NextLink>,
  };
  const halfway = {
    title: t("recovery.confirm.halfwayTitle"),
    text: t("recovery.confirm.halfwayText"),
  };
  const expired = {
    title: t("recovery.expired"),
    text: t("recovery.confirm.expired"),
    action: <NextLink to={settingsTabs.profile}>{t("recovery.confirm.openSettings")}</NextLink>,
  };
  return (
    <FollowedLink
      send={confirmEmail}
      done={(isDone) => (isDone ? done : halfway)}
      expired={expired}
    />
  );
}
