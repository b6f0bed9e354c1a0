import { CirclePause } from "lucide-react";
import { useTranslation } from "react-i18next";
import { automationApi } from "../api/resources/automation-api.ts";
import { Notice } from "../components/notice.tsx";
import { TextLink } from "../components/prose.tsx";
import { connectionPollMs } from "../config/constants.ts";
import { paths } from "../config/paths.ts";

/** Whether editions are sent. Loaded again every few seconds while the phone has to send START, outside of the page. */
export function useAutomation() {
  const { data } = automationApi.endpoints.automation.useQueryState();
  return automationApi.useAutomationQuery(undefined, {
    pollingInterval: data?.waitsFor === "start" ? connectionPollMs : 0,
  });
}

/** Why no edition is sent and what to do: the number is lost or not confirmed, the plan is over, the reader paused. */
export function AutomationNotice({ connected }: { connected: boolean }) {
  const { t } = useTranslation();
  const { disconnected, waitsFor, pausedUntil, message } = useAutomation().data ?? {};
  if (!connected && disconnected) return <Notice>{disconnected.message}</Notice>;
  if (message === undefined) return null;
  if (waitsFor) {
    return (
      <Notice>
        {message}{" "}
        {waitsFor === "plan" ? (
          <TextLink to={paths.subscribe}>{t("account.choosePlan")}</TextLink>
        ) : null}
      </Notice>
    );
  }
  return pausedUntil ? (
    <Notice tone="info" icon={CirclePause}>
      {message}
    </Notice>
  ) : null;
}
