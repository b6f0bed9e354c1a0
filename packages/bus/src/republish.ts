import type { AnyBulkWriteOperation, Model, QueryFilter } from "mongoose";
import type { Aggregate, OutboxEntry } from "./outbox.ts";
import { wake } from "./wake.ts";

const pageSize = 200;

/**
 * Tells the state of every document again, under a version ahead of every copy of it. After a restore a copy may be
 * older than its document, or newer: either would keep what it has, the newer one even through the next changes.
 * Versions grow by one a change, so none comes near the milliseconds of the clock, which are taken for the new one.
 *
 * Safe to repeat and to break off. The relay of a running service publishes what is written here.
 *
 * @param tell  the event of a document's state, under the version that the document has now
 * @returns     how many documents were told of
 */
export async function republish<T extends Aggregate>(
  model: Model<T>,
  now: Date,
  tell: (current: T) => OutboxEntry,
): Promise<number> {
  const version = now.getTime();
  let told = 0;
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
    const updates = page.map((current) => ({
      updateOne: {
        filter: { _id: current._id, version: current.version },
        update: { $set: { version }, $push: { outbox: tell({ ...current, version }) } },
      },
    }));
    const { modifiedCount } = await model.bulkWrite(updates as AnyBulkWriteOperation[], {
      ordered: false,
    });
    told += modifiedCount;
    // one that was changed meanwhile is read again
    if (modifiedCount === page.length) last = page.at(-1)?._id;
  }
  wake(model);
  return told;
}
