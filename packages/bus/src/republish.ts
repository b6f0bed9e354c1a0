import { setTimeout as pause } from "node:timers/promises";
import type { AnyBulkWriteOperation, Connection, Model, QueryFilter } from "mongoose";
import type { Product, TopicName } from "@matinale/contracts";
import { baseEnv } from "@matinale/kit";
import { onDatabase } from "@matinale/kit/mongo";
import type { Erasable } from "./erase-aggregate.ts";
import { recordTombstone, wake, type Outboxed, type OutboxEntry } from "./outbox.ts";

const pageSize = 200;
/** Between two queries of `untilPublished`. Milliseconds. */
const everyMs = 500;

/**
 * Publishes the state of every document again, with a version higher than that of any projection. After a
 * restore a projection may be older or newer than its document: it would ignore an event with the same or a
 * lower version. The new version is the clock in milliseconds, which a version that grows by one never reaches.
 *
 * Safe to repeat and to interrupt. The relay of a running service publishes the events.
 *
 * @param topic    an erased document gets its tombstone published again
 * @param eventOf  makes the event of a document's state, with the document's current version
 * @returns        number of documents whose event was recorded
 */
export async function republish<T extends Erasable>(
  model: Model<T>,
  now: Date,
  topic: TopicName,
  eventOf: (current: T) => OutboxEntry,
): Promise<number> {
  const version = now.getTime();
  let recorded = 0;
  let last: T["_id"] | undefined;
  for (;;) {
    const filter = {
      version: { $lt: version },
      ...(last === undefined ? {} : { _id: { $gt: last } }),
    };
    const page = await model
      .find(filter as QueryFilter<T>)
      .sort({ _id: 1 })
      .limit(pageSize)
      .lean<T[]>();
    if (page.length === 0) break;
    const updates = page.map((current) => {
      const event = current.erasedAt
        ? recordTombstone(topic, String(current._id))
        : eventOf({ ...current, version });
      return {
        updateOne: {
          filter: { _id: current._id, version: current.version },
          update: { $set: { version }, $push: { outbox: event } },
        },
      };
    });
    const { modifiedCount } = await model.bulkWrite(updates as AnyBulkWriteOperation[], {
      ordered: false,
    });
    recorded += modifiedCount;
    // the next loop reads a document again that changed meanwhile
    if (modifiedCount === page.length) last = page.at(-1)?._id;
  }
  wake(model);
  return recorded;
}

/** Waits until the relay of a running service has published the events that are now in the outboxes of these documents. */
export async function untilPublished<T extends Outboxed>(model: Model<T>): Promise<void> {
  const now = new Date();
  const waiting = { "outbox.at": { $lte: now } } as QueryFilter<T>;
  while ((await model.exists(waiting)) !== null) await pause(everyMs);
}

/** A service's command for after a restore: publishes all its documents again, while the service runs. */
export const runRepublish = <T extends Outboxed>(
  storeIn: (
    mongo: Connection,
    product: Product,
  ) => { model: Model<T>; republish(now: Date): Promise<number> },
): Promise<void> =>
  onDatabase(
    async (mongo, { PRODUCT_FILE }) => {
      const store = storeIn(mongo, PRODUCT_FILE);
      const count = await store.republish(new Date());
      process.stdout.write(`${count} recorded; waiting until the service has published them.\n`);
      await untilPublished(store.model);
      process.stdout.write("All are published.\n");
    },
    { PRODUCT_FILE: baseEnv.PRODUCT_FILE },
  );
