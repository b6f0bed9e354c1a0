import { CirclePlay, CircleStop, Send } from "lucide-react";
import { serverMessage } from "../../api/api-error.ts";
import { useAutomationQuery } from "../../api/resources/automation-api.ts";
import { Button } from "../../components/button.tsx";
import { RetryButton } from "../../components/retry-button.tsx";
import type { TranslationKey } from "../../i18n/i18n.ts";
import { useTranslation } from "react-i18next";
import { useToast } from "../../toasts/use-toast.ts";
import type { AutomationState } from "./automation-badge.tsx";
import {
  useSendTestMutation,
  useStartAutomationMutation,
  useStopAutomationMutation,
} from "./deliveries-api.ts";

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
  const fail = useFailureToast();
  const [start, starting] = useStartAutomationMutation();
  const [stop, stopping] = useStopAutomationMutation();
  const busy = starting.isLoading || stopping.isLoading;

  if (state.name === "stopped" || state.name === "paused") {
    return (
      <Button
        size="sm"
        busy={busy}
        disabled={!connected}
        icon={<CirclePlay size={18} strokeWidth={1.75} aria-hidden />}
        onClick={() => start().unwrap().catch(fail("status.startFailed", "status.startFailedText"))}
      >
        {t("status.start")}
      </Button>
    );
  }
  return (
    <Button
      size="sm"
      busy={busy}
      disabled={state.name !== "running"}
      icon={<CircleStop size={18} strokeWidth={1.75} aria-hidden />}
      onClick={() => stop().unwrap().catch(fail("status.stopFailed", "status.stopFailedText"))}
    >
      {t("status.stop")}
    </Button>
  );
}

export function TestButton({ connected }: ActionProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const fail = useFailureToast();
  const [sendTest, { isLoading }] = useSendTestMutation();
  const send = () =>
    sendTest()
      .unwrap()
      .then(
        () => toast({ title: t("status.testSent"), description: t("status.testSentText") }),
        fail("status.testFailed", "status.testFailedText"),
      );
  return (
    <Button
      size="sm"
      variant="primary"
      busy={isLoading}
      disabled={!connected}
      icon={<Send size={18} strokeWidth={1.75} aria-hidden />}
      onClick={send}
    >
      {t("status.test")}
    </Button>
  );
}

/** A toast with the server's message, or with our text when there is none. */
function useFailureToast() {
  const { t } = useTranslation();
  const toast = useToast();
  return (title: TranslationKey, otherwise: TranslationKey) => (failure: unknown) => {
    toast({
      title: t(title),
      description: serverMessage(failure) ?? t(otherwise),
      variant: "destructive",
    });
  };
}
