import { requestComposition } from "../domain/schedule/replan.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

const batch = 500;

/**
 * Requests the digests of deliveries that were moved to a later hour after they were planned. The request
 * is in the same update that marks it as made, with optimistic locking: a crash or a second replica
 * requests none twice.
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
