import { retention, type TopicName } from "@matinale/contracts";
import { isDuplicateKey } from "@matinale/kit";
import type { Model, Schema } from "mongoose";
import { outboxed, recordTombstone, wake, type Aggregate } from "./outbox.ts";

/** A document with personal data. `erasedAt`: only the tombstone is left, and the document expires. */
export interface Erasable extends Aggregate {
  erasedAt?: Date;
}

/** Long enough for the relay to publish the tombstone after an outage of Kafka. */
const keptSeconds = retention.erasedAccountDays * 86_400;

/** Mongoose plugin: the outbox of a document that can be erased, and the index by which it expires then. */
export function erasable(schema: Schema): void {
  schema.index({ erasedAt: 1 }, { expireAfterSeconds: keptSeconds });
  outboxed(schema);
}

/**
 * Replaces a document by its id and publishes its tombstone, in one write: a field that is added later is erased, too.
 * Safe to repeat.
 *
 * @param options.kept    fields that the document has afterwards
 * @param options.create  publishes the tombstone also for an id without a document
 * @returns false when the document was erased before, or does not exist
 */
export async function eraseAggregate<T extends Erasable>(
  model: Model<T>,
  id: T["_id"] & string,
  topic: TopicName,
  now: Date,
  { kept = {}, create = false }: { kept?: Partial<T>; create?: boolean } = {},
): Promise<boolean> {
  const tombstone = recordTombstone(topic, id);
  const left = {
    _id: "$_id",
    version: { $add: [{ $ifNull: ["$version", 0] }, 1] },
    erasedAt: now,
    outbox: { $concatArrays: [{ $ifNull: ["$outbox", []] }, { $literal: [tombstone] }] },
    // a relay that is publishing the outbox removes what it has published
    outboxLease: "$outboxLease",
  };
  const present = { _id: id, erasedAt: null } as Record<string, unknown>;
  const replace = [{ $replaceWith: { $mergeObjects: [{ $literal: kept }, left] } }];
  const write = (upsert: boolean) => model.collection.updateOne(present, replace, { upsert });
  const written = await write(create).catch((error: unknown) => {
    // erased before, or created meanwhile
    if (isDuplicateKey(error)) return write(false);
    throw error;
  });
  wake(model);
  return written.modifiedCount + written.upsertedCount > 0;
}
