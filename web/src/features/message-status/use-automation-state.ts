import { useAutomationQuery } from "../../api/resources/automation-api.ts";

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
