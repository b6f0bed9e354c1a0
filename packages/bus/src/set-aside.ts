import type { OutboxEntry } from "./outbox.ts";

/** In the database of the service that wrote the event. */
const setAsideCollection = "outbox_dead_letters";

/** As long as a dead letter: it holds a user's id. */
const keptSeconds = 28 * 86_400;

/** An event that cannot be published, as an operator finds it. */
export interface SetAside extends OutboxEntry {
  /** Collection and id of the document that the event tells about. */
  from: { collection: string; id: unknown };
  reason: string;
  bytes: number;
  setAsideAt: Date;
}

/** The part of a mongoose connection that is needed here. */
interface Database {
  collection(name: string): {
    createIndex(keys: Record<string, 1>, options: { expireAfterSeconds: number }): Promise<unknown>;
    updateOne(
      filter: Record<string, unknown>,
      update: Record<string, unknown>,
      options: { upsert: true },
    ): Promise<{ upsertedCount: number }>;
  };
}

/**
 * Keeps an event that no retry can publish, outside of its document, so that the relay goes on with the
 * next one. Safe to repeat: the event's id is the key.
 *
 * @returns false when it was there already
 */
export async function setAside(db: Database, letter: SetAside): Promise<boolean> {
  const letters = db.collection(setAsideCollection);
  await letters.createIndex({ setAsideAt: 1 }, { expireAfterSeconds: keptSeconds });
  const { _id, ...fields } = letter;
  const { upsertedCount } = await letters.updateOne(
    { _id },
    { $setOnInsert: fields },
    { upsert: true },
  );
  return upsertedCount === 1;
}
