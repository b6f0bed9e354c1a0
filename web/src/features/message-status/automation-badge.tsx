import { CircleCheck, CircleDashed, CirclePause, CircleX, LoaderCircle } from "lucide-react";
import { useAutomationQuery } from "../../api/resources/automation-api.ts";
import { Badge } from "../../components/badge.tsx";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/use-language.ts";
import { longDate } from "../../lib/format.ts";

export type AutomationState =
  | { name: "loading" | "running" | "stopped" | "error" }
  | { name: "paused"; until: string };

export function useAutomationState(): AutomationState {
  const { data, isError } = useAutomationQuery();
  if (isError) return { name: "error" };
  if (!data) return { name: "loading" };
  if (data.pausedUntil) return { name: "paused", until: data.pausedUntil };
  return { name: data.isRunning ? "running" : "stopped" };
}

export function AutomationBadge({ state }: { state: AutomationState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  switch (state.name) {
    case "loading":
      return <Badge icon={LoaderCircle}>{t("status.checking")}</Badge>;
    case "running":
      return (
        <Badge tone="ok" icon={CircleCheck}>
          {t("status.running")}
        </Badge>
      );
    case "stopped":
      return <Badge icon={CircleDashed}>{t("status.stopped")}</Badge>;
    case "paused":
      return (
        <Badge icon={CirclePause}>
          {t("status.paused", { date: longDate(new Date(state.until), language) })}
        </Badge>
      );
    case "error":
      return (
        <Badge tone="error" icon={CircleX}>
          {t("status.error")}
        </Badge>
      );
  }
}
