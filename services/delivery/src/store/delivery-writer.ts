import type { EventEmitter } from "node:events";
import { isDeepStrictEqual } from "node:util";
import { wake, type Outboxed, type OutboxEntry } from "@matinale/bus";
import { runInContext } from "@matinale/kit";
import type { Model } from "mongoose";
import { type Delivery, isAnnounced } from "../domain/delivery/delivery.ts";
import type { Change, Transition } from "../domain/delivery/transitions.ts";
import { digestRequested } from "../events/digest-requested.ts";
import { messageSent } from "../events/message-sent.ts";
import { messageUpdated } from "../events/message-updated.ts";
import { batched } from "./batched.ts";

export type DeliveryModel = Model<Delivery & Outboxed>;
/** Emitted after each stored change. `before` is null when the delivery is new. */
export interface StoredChanges {
  stored: [before: Delivery | null, after: Delivery];
}

interface PendingWrite {
  current: Delivery;
  transition: Transition;
  /** Lease that must still be held. */
  token?: string | undefined;
  /** No lease may be held at this instant. */
  unleasedAt?: Date;
}

export const unleased = (now: Date) => ({
  $or: [{ "lease.until": { $exists: false } }, { "lease.until": { $lte: now } }],
});

/** Webhooks, taps and changes of hour write the same delivery concurrently. */
const maxAttempts = 8;

/**
 * Writes changes of many deliveries in one command, with optimistic locking: each write is conditional on
 * the version that was read and, with a token, on the lease. After a conflict the change is decided again
 * on the stored delivery. Events go into the outbox in the same update.
 *
 * @returns null for a delivery that is gone or whose lease was lost
 */
export function deliveryWriter(
  model: DeliveryModel,
  changes: EventEmitter<StoredChanges>,
): (write: PendingWrite) => Promise<Delivery | null> {
  /** @returns false for each write of a batch with a conflict, also for those that were made */
  const attempt = batched(async (batch: readonly { write: PendingWrite; change: Change }[]) => {
    const operations = batch.map(({ write, change }) => operation(write, change));
    const { matchedCount } = await model.collection.bulkWrite(operations, { ordered: false });
    if (operations.some(({ updateOne }) => "$push" in updateOne.update)) wake(model);
    return batch.map(() => matchedCount === operations.length);
  });
  const reread = batched(async (ids: readonly string[]): Promise<(Delivery | null)[]> => {
    const found = await model.find({ _id: { $in: ids } }, { outbox: 0 }).lean<Delivery[]>();
    const byId = new Map(found.map((each) => [each._id, each]));
    return ids.map((id) => byId.get(id) ?? null);
  }, 1);
  const written = (before: Delivery, after: Delivery): Delivery => {
    changes.emit("stored", before, after);
    return after;
  };

  return async (write) => {
    let { current } = write;
    for (let round = 0; round < maxAttempts; round += 1) {
      const change = write.transition(current);
      if (change === null) return current;
      if (await attempt({ write: { ...write, current }, change })) {
        return written(current, { ...change.next, version: current.version + 1 });
      }
      const stored = await reread(current._id);
      if (stored !== null && isWritten(current, change.next, stored)) {
        return written(current, stored);
      }
      if (stored === null || isLost(write, stored)) return null;
      current = stored;
    }
    throw new Error(`optimistic lock: ${maxAttempts} attempts on delivery ${current._id} failed`);
  };
}

const changedFields = (before: Delivery, after: Delivery) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)] as (keyof Delivery)[])].filter(
    (field) => field !== "version" && before[field] !== after[field],
  );

/** Whether the stored delivery is the result of this change, although the batch of its write had a conflict. */
const isWritten = (before: Delivery, after: Delivery, stored: Delivery): boolean =>
  stored.version === before.version + 1 &&
  changedFields(before, after).every((field) => isDeepStrictEqual(stored[field], after[field]));

const isLost = ({ token, unleasedAt }: PendingWrite, { lease }: Delivery): boolean =>
  (token !== undefined && lease?.token !== token) ||
  (unleasedAt !== undefined && lease !== undefined && lease.until > unleasedAt);

function operation({ current, token, unleasedAt }: PendingWrite, change: Change) {
  const events = runInContext(change.next.traceContext, () => eventsOf(change));
  const set: Record<string, unknown> = {};
  const unset: Record<string, 1> = {};
  for (const field of changedFields(current, change.next)) {
    const value = change.next[field];
    if (value === undefined) unset[field] = 1;
    else set[field] = value;
  }
  const update: Record<string, unknown> = {
    $inc: { version: 1 },
    ...(Object.keys(set).length > 0 ? { $set: set } : {}),
    ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
    ...(events.length > 0 ? { $push: { outbox: { $each: events } } } : {}),
  };
  return {
    updateOne: {
      filter: {
        _id: current._id,
        version: current.version,
        ...(token === undefined ? {} : { "lease.token": token }),
        ...(unleasedAt === undefined ? {} : unleased(unleasedAt)),
      } as Record<string, unknown>,
      update,
    },
  };
}

/** Events are published for digests and alerts only, not for notices. */
function eventsOf({ next, sent = [], updated = [], asked }: Change): OutboxEntry[] {
  if (!isAnnounced(next)) return [];
  if (asked !== undefined) return digestRequested({ delivery: next, terms: asked });
  return [...messageSent(next, sent), ...messageUpdated(next, updated)];
}
