import { claim, counter, type Leased } from "@matinale/kit";
import type { Reached } from "../domain/failpoints.ts";
import { afterEdition } from "../domain/schedule/news-window.ts";
import { missedSlot, planSlot } from "../domain/schedule/plan-delivery.ts";
import { aheadMs, type DueSlot, takeTurn } from "../domain/schedule/schedule.ts";
import {
  keptOf,
  nextSlotOf,
  obstacle,
  scheduleOf,
  type Subscriber,
} from "../domain/subscriber/subscriber.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import { digestRequest } from "../events/digest-requested.ts";
import type { Own, SubscriberStore } from "../store/subscribers.ts";

const batch = 500;

const planned = counter("delivery_slots_total");
// a series that begins at 1 has not grown, as Prometheus sees it
for (const outcome of ["planned", "missed"]) planned.inc({ outcome }, 0);

/**
 * Makes the deliveries of the next quarter of an hour. What is read is what is due, by index. The
 * delivery is inserted first, under an id that only its slot decides, and the subscriber moves on
 * after it: a crash in between, or a second worker, finds the delivery there already.
 */
export async function dueDigests(deps: {
  subscribers: SubscriberStore;
  deliveries: DeliveryStore;
  now: () => Date;
  leaseMs: number;
  reached?: Reached;
}): Promise<void | "again"> {
  const now = deps.now();
  const due = await claim<Subscriber>(deps.subscribers.model, {
    filter: { nextDueAt: { $lte: new Date(now.getTime() + aheadMs) } },
    sort: { nextDueAt: 1 },
    limit: batch,
    leaseMs: deps.leaseMs,
    now,
    guarded: true,
  });
  if (due.length === 0) return;
  deps.reached?.("slot taken");
  const ids = due.map(({ _id }) => _id);
  const underWay = await deps.deliveries.newsUnderWay(ids, now);
  const turns = due.map((each) => turnOf(afterEdition(each, underWay.get(each._id)), now));
  const inserted = await deps.deliveries.insert(turns.flatMap((turn) => turn.deliveries));
  planned.inc({ outcome: "planned" }, inserted);
  deps.reached?.("slot planned");
  // A change that came in between has computed the schedule anew: it stands.
  await deps.subscribers.replaceOwn(turns);
  deps.reached?.("slot passed");
  if (due.length === batch) return "again";
}

function turnOf(subscriber: Leased<Subscriber>, now: Date) {
  const { nextDueAt, nextSlot, noticeAt } = subscriber;
  const schedule = scheduleOf(subscriber);
  const keep: Own = { ...keptOf(subscriber), ...(noticeAt === undefined ? {} : { noticeAt }) };
  if (schedule === null || nextDueAt === undefined || nextSlot === undefined) {
    return { read: subscriber, own: keep, deliveries: [] };
  }
  const due: DueSlot = { ...nextSlot, at: nextDueAt };
  const { deliver, missed, taken } = takeTurn(schedule, due, now);
  const after = { ...subscriber, last: taken };
  const next = nextSlotOf(after, taken.at > now ? taken.at : now);
  const barred = obstacle(subscriber, due.at, false) !== null;
  planned.inc({ outcome: "missed" }, barred ? 0 : missed.length);
  return {
    read: subscriber,
    own: { ...keep, last: taken, ...(next === null ? {} : dueFields(next)) },
    deliveries: barred
      ? []
      : [
          ...missed.map((slot) => ({ delivery: missedSlot(subscriber, slot, now), outbox: [] })),
          ...(deliver === null ? [] : [requested(subscriber, deliver, now)]),
        ],
  };
}

const dueFields = ({ at, date, index }: DueSlot) => ({
  nextDueAt: at,
  nextSlot: { date, index },
});

function requested(subscriber: Subscriber, slot: DueSlot, now: Date) {
  const plan = planSlot(subscriber, slot, now);
  return { delivery: plan.delivery, outbox: digestRequest(plan) };
}
