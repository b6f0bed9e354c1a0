import { CirclePlay, CircleStop } from "lucide-react";
import { useTranslation } from "react-i18next";
import { automationApi, type Automation } from "../../api/resources/automation-api.ts";
import { ActionButton } from "../../toasts/action-button.tsx";

type AutomationState = "loading" | "running" | "waiting" | "stopped" | "paused" | "error";

interface AutomationQuery {
  data?: Automation | undefined;
  isError: boolean;
}

export function stateOf({ data, isError }: AutomationQuery): AutomationState {
  if (isError) return "error";
  if (!data) return "loading";
  if (data.pausedUntil) return "paused";
  if (!data.isRunning) return "stopped";
  return data.waitsFor ? "waiting" : "running";
}

interface AutomationButtonProps {
  state: AutomationState;
  connected: boolean;
}

export function AutomationButton({ state, connected }: AutomationButtonProps) {
  const { t } = useTranslation();
  const [start] = automationApi.useStartAutomationMutation();
  const [stop] = automationApi.useStopAutomationMutation();
  const isOff = state === "stopped" || state === "paused";
  const action = isOff ? "start" : "stop";
  return (
    <ActionButton
      size="sm"
      disabled={isOff ? !connected : state !== "running" && state !== "waiting"}
      icon={isOff ? CirclePlay : CircleStop}
      run={() => (isOff ? start() : stop()).unwrap()}
      failed={[`status.${action}Failed`, `status.${action}FailedText`]}
    >
      {t(`status.${action}`)}
    </ActionButton>
  );
}
