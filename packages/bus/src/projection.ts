import type { EventOf } from "@matinale/contracts";
import type { Model } from "mongoose";
import type { Received } from "./received.ts";

/** Topics whose events carry the full state of a document, and its version. */
export type StateTopic = "user.changed" | "preferences.changed" | "subscription.changed";

/** A projected section: another service's state, and its version. */
export type Projected<F> = F & { version: number };

const versionOf = (event: Received<StateTopic>): number =>
  event.message === null ? Number.POSITIVE_INFINITY : Number(event.message.version);

/** The event with the highest version of each key, in any order of events. A tombstone is the highest. */
function latestOfEach<T extends StateTopic>(events: readonly Received<T>[]) {
  const latest = new Map<string, Received<T>>();
  for (const event of events) {
    const other = latest.get(event.key);
    if (other === undefined || versionOf(event) >= versionOf(other)) latest.set(event.key, event);
  }
  return latest;
}

/**
 * Keeps a copy of another service's state in `{ _id: userId, [section]: { version, ...fields } }`. An
 * older or repeated version changes nothing, so order and duplicates do not matter. A tombstone
 * removes the section.
 */
export async function project<T extends StateTopic, D extends { _id: unknown }>(
  model: Model<D>,
  section: string,
  events: Received<T>[],
  fieldsOf: (message: EventOf<T>) => Record<string, unknown>,
): Promise<void> {
  const latest = latestOfEach(events);
  const states = [...latest.values()].flatMap((event) =>
    event.message === null ? [] : [{ key: event.key, message: event.message }],
  );
  const erased = [...latest.values()].filter((event) => event.message === null);
  const operations = states.flatMap(({ key, message }) => {
    const version = Number((message as EventOf<StateTopic>).version);
    const at = `${section}.version`;
    return [
      {
        updateOne: {
          filter: { _id: key },
          update: { $setOnInsert: { createdAt: new Date() } },
          upsert: true,
        },
      },
      {
        updateOne: {
          filter: { _id: key, $or: [{ [at]: { $exists: false } }, { [at]: { $lt: version } }] },
          update: { $set: { [section]: { ...fieldsOf(message), version } } },
        },
      },
    ];
  });
  if (operations.length > 0) {
    type Operations = Parameters<typeof model.bulkWrite>[0];
    await model.bulkWrite(operations as Operations, { ordered: true, timestamps: false });
  }
  if (erased.length > 0) {
    await model.updateMany({ _id: { $in: erased.map((event) => event.key) } }, {
      $unset: { [section]: 1 },
    } as Parameters<typeof model.updateMany>[1]);
  }
}
