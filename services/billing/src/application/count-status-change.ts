import { counter } from "@matinale/kit";
import type { Status } from "../domain/subscription/subscription.ts";

const statusChanges = counter("billing_status_changes_total");
const endedTrials = counter("billing_trials_ended_total");

export function countStatusChange(before: { status: Status }, after: { status: Status }): void {
  if (after.status === before.status) return;
  statusChanges.inc({ status: after.status });
  // a trial that became a plan is not counted
  if (before.status === "trialing" && after.status === "lapsed") endedTrials.inc();
}
