import type { Connection } from "mongoose";
import type { OutboxEntry } from "./outbox.ts";

/** In the database of the service that wrote the event. */
const setAsideCollection = "outbox_dead_letters";

/** As long as Kafka keeps a dead letter: the event has a user's id. */
const keptSeconds = 28 * 86_400;

/** An event that cannot be published, as stored for the operator. */
export interface SetAside extends OutboxEntry {
  /** Collection and id of the document that the event describes. */
  from: { collection: string; id: unknown };
  reason: string;
  bytes: number;
  setAsideAt: Date;
}

/**
 * Stores an event that no retry can publish outside of its document, so that the relay can publish the next
 * one. Safe to repeat: the event's id is the key.
 *
 * @returns false when it was stored already
 */
export async function setAside(db: Connection, event: SetAside): Promise<boolean> {
  const collection = db.collection<SetAside>(setAsideCollection);
  await collection.createIndex({ setAsideAt: 1 }, { expireAfterSeconds: keptSeconds });
  const { _id, ...fields } = event;
  const { upsertedCount } = await collection.updateOne(
    { _id },
    { $setOnInsert: fields },
    { upsert: true },
  );
  return upsertedCount === 1;
}
