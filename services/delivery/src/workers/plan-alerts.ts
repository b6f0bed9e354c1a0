import { counter } from "@matinale/kit";
import type { Leased } from "@matinale/kit/mongo";
import type { Deps } from "../application/deps.ts";
import {
  type Alert,
  alertMs,
  coveredMs,
  coveredStories,
  dateOfAlertDay,
  suppression,
} from "../domain/alerts/alert.ts";
import { later } from "../domain/delivery/timing.ts";
import { planAlert } from "../domain/schedule/plan-delivery.ts";
import { localDate } from "../domain/schedule/slot-instants.ts";
import { type Subscriber, zoneOf } from "../domain/subscriber/subscriber.ts";

const batch = 500;
/** A local date is over everywhere after this time. Milliseconds. */
const twoDaysMs = 2 * 86_400_000;

const named = ["planned", "late", "withdrawn", "quiet_hours", "daily_limit", "already_covered"];
const outcomes = counter("delivery_alerts_total", { outcome: [...named, "country"] });

/**
 * Plans the deliveries of one alert under a lease, in batches of subscribers by index. The id of a delivery is made from
 * subscriber and alert, so after a crash, or on a second replica, a second insert changes nothing. The
 * worker that sends a delivery checks that its story was not withdrawn meanwhile.
 */
export async function planAlerts(deps: Deps, signal: AbortSignal): Promise<void | "again"> {
  const { alerts, subscribers, now } = deps;
  const leaseMs = deps.leases.alertMs;
  const alert = await alerts.claimFirst({ now: now(), leaseMs });
  if (alert === null) return;
  const choice = {
    category: alert.category,
    languages: alert.versions.map(({ language }) => language),
  };
  let { cursor } = alert;
  while (!signal.aborted) {
    const found = (await mayBePlanned(alert, deps))
      ? await subscribers.withAlerts(choice, batch, cursor)
      : [];
    cursor = found.at(-1)?._id;
    if (cursor === undefined) {
      await alerts.finish(alert);
      return "again";
    }
    await planFor(found, alert, deps);
    deps.onWork();
    const leasedUntil = new Date(now().getTime() + leaseMs);
    if (!(await alerts.advance(alert, cursor, leasedUntil))) return;
  }
  await alerts.release(alert);
}

/** Whether it is still news, and no operator has withdrawn its story meanwhile. */
async function mayBePlanned(
  { _id: alertId, detectedAt, storyIds }: Alert,
  { withdrawn, logger, now }: Deps,
): Promise<boolean> {
  if (now().getTime() - detectedAt.getTime() > alertMs) {
    outcomes.inc({ outcome: "late" });
    logger.warn({ alertId }, "an alert is too old to be planned");
    return false;
  }
  if ((await withdrawn.among(storyIds)).size === 0) return true;
  outcomes.inc({ outcome: "withdrawn" });
  logger.warn({ alertId }, "an alert about a withdrawn story is not planned");
  return false;
}

async function planFor(
  found: readonly Subscriber[],
  alert: Leased<Alert>,
  { deliveries, now }: Deps,
): Promise<void> {
  const at = now();
  const ids = found.map(({ _id }) => _id);
  const [editions, alerts] = await Promise.all([
    deliveries.dueSince(later(at, -coveredMs), "digest", ids),
    deliveries.dueSince(later(at, -twoDaysMs), "alert", ids),
  ]);
  const planned = found.flatMap((subscriber) => {
    const { _id } = subscriber;
    const date = localDate(zoneOf(subscriber), at);
    const ofToday = alerts.get(_id)?.filter((each) => dateOfAlertDay(each) === date);
    const today = ofToday?.length ?? 0;
    const covered = new Set(editions.get(_id)?.flatMap((each) => coveredStories(each, at)));
    const reason = suppression(alert, subscriber, { covered, today, now: at });
    if (reason !== null) {
      outcomes.inc({ outcome: reason });
      return [];
    }
    return planAlert(subscriber, alert, { date, number: today + 1 }, at) ?? [];
  });
  const inserted = await deliveries.insert(planned.map((delivery) => ({ delivery })));
  outcomes.inc({ outcome: "planned" }, inserted.length);
}
