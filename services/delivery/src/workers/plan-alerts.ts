import { counter, type Leased, type Logger } from "@matinale/kit";
import { type Alert, alertMs, suppression, toldMs } from "../domain/alerts/alert.ts";
import { planAlert } from "../domain/schedule/plan-delivery.ts";
import { localDate } from "../domain/schedule/slot-instants.ts";
import { type Subscriber, zoneOf } from "../domain/subscriber/subscriber.ts";
import type { AlertStore } from "../store/alerts.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

const batch = 500;

const outcomes = counter("delivery_alerts_total");
// Prometheus sees no increase in a series that begins at 1: begin at 0.
for (const outcome of ["planned", "late", "quiet_hours", "daily_limit", "told", "country"])
  outcomes.inc({ outcome }, 0);

interface AlertDeps {
  alerts: AlertStore;
  subscribers: SubscriberStore;
  deliveries: DeliveryStore;
  logger: Logger;
  now: () => Date;
  leaseMs: number;
  onWork: () => void;
}

/**
 * Plans the deliveries of one alert under a lease, in batches of subscribers by index. The id of a delivery is made from
 * subscriber and alert, so after a crash, or on a second replica, a second insert changes nothing.
 */
export async function planAlerts(deps: AlertDeps): Promise<void | "again"> {
  const { alerts, subscribers, now } = deps;
  const alert = await alerts.claimFirst(deps.leaseMs, now());
  if (alert === null) return;
  const choice = {
    category: alert.category,
    languages: alert.versions.map(({ language }) => language),
  };
  let { cursor } = alert;
  for (;;) {
    if (now().getTime() - alert.detectedAt.getTime() > alertMs) {
      outcomes.inc({ outcome: "late" });
      deps.logger.warn({ alertId: alert._id }, "an alert is too old to be planned");
      break;
    }
    const found = await subscribers.withAlerts(choice, batch, cursor);
    cursor = found.at(-1)?._id;
    if (cursor === undefined) break;
    await planFor(found, alert, deps);
    if (!(await alerts.advance(alert, cursor))) return;
    if (found.length < batch) break;
  }
  await alerts.finish(alert);
  return "again";
}

async function planFor(
  found: readonly Subscriber[],
  alert: Leased<Alert>,
  { deliveries, now, onWork }: AlertDeps,
): Promise<void> {
  const at = now();
  const ids = found.map(({ _id }) => _id);
  const [told, days] = await Promise.all([
    deliveries.storiesTold(ids, new Date(at.getTime() - toldMs)),
    deliveries.alertDays(ids, at),
  ]);
  const planned = found.flatMap((subscriber) => {
    const { _id } = subscriber;
    const date = localDate(zoneOf(subscriber), at);
    const today = (days.get(_id) ?? []).filter((day) => day === date).length;
    const reason = suppression(alert, subscriber, {
      told: told.get(_id) ?? new Set(),
      today,
      now: at,
    });
    if (reason !== null) {
      outcomes.inc({ outcome: reason });
      return [];
    }
    return planAlert(subscriber, alert, { date, number: today + 1 }, at) ?? [];
  });
  const cause = alert.cause === undefined ? {} : { cause: alert.cause };
  const inserted = await deliveries.insert(
    planned.map((delivery) => ({ delivery: { ...delivery, ...cause }, outbox: [] })),
  );
  outcomes.inc({ outcome: "planned" }, inserted);
  onWork();
}
