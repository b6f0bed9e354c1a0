import { CirclePlay, CircleStop, Send } from "lucide-react";
import { useTranslation } from "react-i18next";
import {
  useAutomationQuery,
  useStartAutomationMutation,
  useStopAutomationMutation,
} from "../../api/resources/automation-api.ts";
import { useDeliverNowMutation } from "../../api/resources/deliveries-api.ts";
import { Button } from "../../components/button.tsx";
import { RetryButton } from "../../components/retry-button.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";
import type { AutomationState } from "./use-automation-state.ts";

/** Loads the state again after an error, which says nothing about sending. */
export function RetryState() {
  const { isError, isFetching, refetch } = useAutomationQuery();
  if (!isError) return null;
  return <RetryButton size="sm" busy={isFetching} onClick={refetch} />;
}

interface ActionProps {
  connected: boolean;
}

export function AutomationButton({ state, connected }: ActionProps & { state: AutomationState }) {
  const { t } = useTranslation();
  const { fail } = useResultToasts();
  const [start, starting] = useStartAutomationMutation();
  const [stop, stopping] = useStopAutomationMutation();
  const busy = starting.isLoading || stopping.isLoading;

  const isOff = state.name === "stopped" || state.name === "paused";

  const toggle = async () => {
    const { error } = await (isOff ? start() : stop());
    if (!error) return;
    if (isOff) fail("status.startFailed", error, "status.startFailedText");
    else fail("status.stopFailed", error, "status.stopFailedText");
  };
  return (
    <Button
      size="sm"
      busy={busy}
      disabled={isOff ? !connected : state.name !== "running"}
      icon={isOff ? CirclePlay : CircleStop}
      onClick={toggle}
    >
      {t(isOff ? "status.start" : "status.stop")}
    </Button>
  );
}

export function TestButton({ connected }: ActionProps) {
  const { t } = useTranslation();
  const { succeed, fail } = useResultToasts();
  const [sendTest, { isLoading }] = useDeliverNowMutation();
  const send = async () => {
    const { error } = await sendTest();
    if (error) fail("status.testFailed", error, "status.testFailedText");
    else succeed("status.testSent", "status.testSentText");
  };
  return (
    <Button
      size="sm"
      variant="primary"
      busy={isLoading}
      disabled={!connected}
      icon={Send}
      onClick={send}
    >
      {t("status.test")}
    </Button>
  );
}
