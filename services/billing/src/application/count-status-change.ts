import { counter } from "@matinale/kit";
import type { Status } from "../domain/subscription/subscription.ts";

const statusChanges = counter("billing_status_changes_total");

export function countStatusChange(before: { status: Status }, after: { status: Status }): void {
  if (after.status !== before.status) statusChanges.inc({ status: after.status });
}
