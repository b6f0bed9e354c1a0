import { requestComposition } from "../domain/schedule/replan.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

const batch = 500;

/**
 * Requests the digests of deliveries that were moved to a later hour after they were planned. One update
 * with optimistic locking marks the request as made and adds its event, so neither a crash nor a second
 * replica requests a digest twice.
 */
export async function requestReplannedDigests(deps: {
  subscribers: SubscriberStore;
  deliveries: DeliveryStore;
  now: () => Date;
}): Promise<void | "again"> {
  const now = deps.now();
  const due = await deps.deliveries.toCompose(now, batch);
  if (due.length === 0) return;
  const found = await deps.subscribers.many(due.map(({ userId }) => userId));
  const subscribers = new Map(found.map((subscriber) => [subscriber._id, subscriber]));
  await Promise.all(
    due.map((delivery) =>
      deps.deliveries.apply(delivery, requestComposition(subscribers.get(delivery.userId), now)),
    ),
  );
  if (due.length === batch) return "again";
}
