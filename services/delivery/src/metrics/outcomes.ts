import { counter, histogram } from "@matinale/kit";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { latenessOf, onTimeMs, ourFailures } from "../domain/delivery/punctuality.ts";
import { isOver } from "../domain/delivery/transitions.ts";
import type { Stores } from "../store/index.ts";

const digests = counter("delivery_digests_total", { outcome: ["failed"], reason: ourFailures });
digests.inc({ outcome: "missed", reason: "missed" }, 0);
const alerts = counter("delivery_alerts_total", { outcome: ["done"] });
const lateness = histogram("delivery_lateness_seconds");

/** Counts how scheduled editions and alerts end, and how many editions are on time. */
export function measureOutcomes({
  deliveries,
  punctuality,
}: Pick<Stores, "deliveries" | "punctuality">): void {
  deliveries.changes.on("stored", (before, after) => {
    if (before !== null) countEnd(before, after);
    const lateMs = latenessOf(before, after);
    if (lateMs === null) return;
    if (lateMs < Infinity) lateness.observe(lateMs / 1_000);
    punctuality.count({ dueAt: after.dueAt, onTime: lateMs <= onTimeMs });
  });
}

function countEnd(before: Delivery, after: Delivery): void {
  if (isOver(before.phase) || !isOver(after.phase)) return;
  if (after.kind === "alert") alerts.inc({ outcome: after.reason ?? after.phase });
  if (after.kind !== "digest" || after.manual) return;
  digests.inc({ outcome: after.phase, reason: after.reason ?? "none" });
}
