import { randomUUID } from "node:crypto";
import { counter, withContext } from "@matinale/kit";
import type { Leased } from "@matinale/kit/mongo";
import { type RefreshDeps, refreshSchedules } from "../application/change-subscriber.ts";
import type { Deps } from "../application/deps.ts";
import { afterEdition } from "../domain/schedule/news-window.ts";
import { missedSlot, planSlot } from "../domain/schedule/plan-delivery.ts";
import { requestComposition } from "../domain/schedule/replan.ts";
import { aheadMs, type DueSlot, advanceSlot } from "../domain/schedule/schedule.ts";
import {
  dueFields,
  nextSlotOf,
  obstacleToScheduled,
  scheduleOf,
  type Subscriber,
} from "../domain/subscriber/subscriber.ts";
import { digestRequested } from "../events/digest-requested.ts";

const batch = 500;
/**
 * A replica with older time zone data plans the slots of a later release only this long before they are due: then no
 * replica with the later release runs any more, as after a rollback. Milliseconds.
 */
const takeoverMs = 5 * 60_000;

const planned = counter("delivery_slots_total", { outcome: ["planned", "missed"] });

/**
 * Claims subscribers whose slot is due within 15 minutes, by index and lease, and plans their deliveries.
 * The delivery is inserted first, under an id made from its slot; then the subscriber advances to the next
 * slot. After a crash in between, or on a second replica, the insert finds the delivery and changes nothing.
 */
export async function planDueDeliveries(
  deps: RefreshDeps & Pick<Deps, "leases">,
): Promise<void | "again"> {
  const now = deps.now();
  const until = new Date(now.getTime() + aheadMs);
  const newerUntil = new Date(now.getTime() + takeoverMs);
  const terms = { now, limit: batch, leaseMs: deps.leases.slotMs };
  const claimed = await deps.subscribers.claimDue({ until, newerUntil }, terms);
  if (claimed.length === 0) return;
  const ids = claimed.map(({ _id }) => _id);
  const underWay = await deps.deliveries.newsUnderWay(ids, now);
  const plans = claimed.map((each) => slotPlanOf(afterEdition(each, underWay.get(each._id)), now));
  const inserted = await deps.deliveries.insert(plans.flatMap((plan) => plan.deliveries));
  for (const { phase } of inserted) {
    planned.inc({ outcome: phase === "missed" ? "missed" : "planned" });
  }
  // A concurrent change of the schedule has not seen these deliveries: they are adapted to it here.
  if (!(await deps.subscribers.saveSettings(plans))) await refreshSchedules(ids, deps);
  if (claimed.length === batch) return "again";
}

function slotPlanOf(subscriber: Leased<Subscriber>, now: Date) {
  const { nextDueAt, nextSlot } = subscriber;
  const schedule = scheduleOf(subscriber);
  if (schedule === null || nextDueAt === undefined || nextSlot === undefined) {
    return { read: subscriber, change: dueFields(null), deliveries: [] };
  }
  const due: DueSlot = { ...nextSlot, at: nextDueAt };
  const { deliver, missed, last } = advanceSlot(schedule, due, now);
  const after = { ...subscriber, last };
  const next = nextSlotOf(after, last.at > now ? last.at : now);
  const barred = obstacleToScheduled(subscriber, due.at) !== null;
  return {
    read: subscriber,
    change: { ...dueFields(next), last },
    deliveries: barred
      ? []
      : [
          ...missed.map((slot) => ({ delivery: missedSlot(subscriber, slot, now) })),
          ...(deliver === null ? [] : [requested(subscriber, deliver, now)]),
        ],
  };
}

/** Work on one slot has an id of its own, by which its events and log lines are found. */
const withIdOfItsOwn = <T>(run: () => T): T => withContext({ correlationId: randomUUID() }, run);

function requested(subscriber: Subscriber, slot: DueSlot, now: Date) {
  const plan = planSlot(subscriber, slot, now);
  return { delivery: plan.delivery, outbox: withIdOfItsOwn(() => digestRequested(plan)) };
}

/**
 * Requests the digests of deliveries that were moved to a later hour after they were planned. One update
 * with optimistic locking marks the request as made and adds its event, so neither a crash nor a second
 * replica requests a digest twice.
 */
export async function requestReplannedDigests(deps: RefreshDeps): Promise<void | "again"> {
  const now = deps.now();
  const due = await deps.deliveries.toCompose(now, batch);
  if (due.length === 0) return;
  const ids = due.map(({ userId }) => userId);
  const found = await deps.subscribers.many(ids);
  const subscribers = new Map(found.map((subscriber) => [subscriber._id, subscriber]));
  await Promise.all(
    due.map((delivery) =>
      withIdOfItsOwn(() =>
        deps.deliveries.apply(delivery, requestComposition(subscribers.get(delivery.userId), now)),
      ),
    ),
  );
  // choices that came between the two were not in the request
  await refreshSchedules(ids, deps);
  if (due.length === batch) return "again";
}
