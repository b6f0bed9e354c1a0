import type { EventOf } from "@matinale/contracts";
import type { Model } from "mongoose";
import type { Consumer } from "./consumer.ts";
import { personalConsumer, type Forgetting } from "./erased-people.ts";
import type { Received } from "./received.ts";

/** Topics whose events carry the full state of a document, and its version. */
export type StateTopic = "user.changed" | "preferences.changed" | "subscription.changed";

/** A projected section: another service's state, and its version. */
export type Projected<F> = F & { version: number };

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
  const operations = events.flatMap(({ key, message }): object[] => {
    const filter = { _id: key };
    if (message === null) return [{ updateOne: { filter, update: { $unset: { [section]: 1 } } } }];
    const version = Number((message as EventOf<StateTopic>).version);
    const at = `${section}.version`;
    return [
      { updateOne: { filter, update: { $setOnInsert: { createdAt: new Date() } }, upsert: true } },
      {
        updateOne: {
          filter: { ...filter, $or: [{ [at]: { $exists: false } }, { [at]: { $lt: version } }] },
          update: { $set: { [section]: { ...fieldsOf(message), version } } },
        },
      },
    ];
  });
  type Operations = Parameters<typeof model.bulkWrite>[0];
  await model.bulkWrite(operations as Operations, { ordered: true, timestamps: false });
}

/**
 * Declares a consumer that keeps a copy of a topic's state, as `project` does, in the section that is named after
 * the topic: `user` for user.changed.
 *
 * @param after  runs after each batch, also for events that changed nothing
 */
export const projection = <T extends StateTopic, D extends { _id: unknown }>(
  topic: T,
  model: Model<D>,
  forgetting: Forgetting,
  fieldsOf: (message: EventOf<T>) => Record<string, unknown>,
  after: (events: Received<T>[]) => Promise<void> = async () => undefined,
): Consumer =>
  personalConsumer(forgetting, {
    topic,
    handle: async (events) => {
      await project(model, topic.replace(".changed", ""), events, fieldsOf);
      await after(events);
    },
  });
