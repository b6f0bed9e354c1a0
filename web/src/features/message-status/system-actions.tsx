import { CirclePlay, CircleStop } from "lucide-react";
import { useTranslation } from "react-i18next";
import { automationApi } from "../../api/resources/automation-api.ts";
import { RetryButton } from "../../components/retry-button.tsx";
import { ActionButton } from "../../toasts/action-button.tsx";

export type AutomationState = "loading" | "running" | "waiting" | "stopped" | "paused" | "error";

export function useAutomationState(): AutomationState {
  const { data, isError } = automationApi.useAutomationQuery();
  if (isError) return "error";
  if (!data) return "loading";
  if (data.pausedUntil) return "paused";
  if (!data.isRunning) return "stopped";
  return data.waitsFor ? "waiting" : "running";
}

/** Loads the state again after an error, which says nothing about sending. */
export function RetryState() {
  const { isError, isFetching, refetch } = automationApi.useAutomationQuery();
  if (!isError) return null;
  return <RetryButton size="sm" busy={isFetching} onClick={refetch} />;
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
  return (
    <ActionButton
      size="sm"
      disabled={isOff ? !connected : state !== "running" && state !== "waiting"}
      icon={isOff ? CirclePlay : CircleStop}
      run={() => (isOff ? start() : stop()).unwrap()}
      failed={
        isOff
          ? ["status.startFailed", "status.startFailedText"]
          : ["status.stopFailed", "status.stopFailedText"]
      }
    >
      {t(isOff ? "status.start" : "status.stop")}
    </ActionButton>
  );
}
