import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { create, toBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { keyOf, sizes, topics, type KeyField, type TopicName } from "@matinale/contracts";
import { beginSpan, currentContext, DocumentNotFound, VersionConflict } from "@matinale/kit";
import type { Model, Schema, UpdateQuery } from "mongoose";

/** An event, stored inside the document that it describes and published by the relay. */
export interface OutboxEntry {
  /** Event id. */
  _id: string;
  topic: TopicName;
  key: string;
  /** Protobuf bytes, or null for a tombstone. */
  value: Buffer | null;
  headers: Record<string, string>;
  at: Date;
}

/** A document with an outbox. */
export interface Outboxed {
  outbox: OutboxEntry[];
  outboxLease?: { token: string; until: Date } | undefined;
}

/** What wakes the relay that publishes the outbox of a model's documents. Keyed by the model itself. */
const relays = new WeakMap<object, () => void>();

export const onWake = (model: object, wakeRelay: () => void): void => {
  relays.set(model, wakeRelay);
};

/** Wakes the relay of this process after a write with events, so that they do not wait for its next round. */
export const wake = (model: object): void => relays.get(model)?.();

/** Mongoose plugin: the index by which the relay finds documents with events. */
export function outboxed(schema: Schema): void {
  schema.index({ "outbox.at": 1 });
}

/** Bytes of an event on the wire, uncompressed and without the few bytes of framing. */
export function bytesOf({ key, value, headers }: OutboxEntry): number {
  const texts = [key, ...Object.entries(headers).flat()];
  const text = texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  return text + (value?.length ?? 0);
}

function entryOf(topic: TopicName, key: string, value: Buffer | null): OutboxEntry {
  const { correlationId = randomUUID(), causationId } = currentContext() ?? {};
  const id = randomUUID();
  const at = new Date();
  const headers: Record<string, string> = {
    "event-id": id,
    "event-type": topics[topic].schema.typeName,
    "event-version": String(topics[topic].version),
    "occurred-at": at.toISOString(),
    "correlation-id": correlationId,
    "content-type": "application/protobuf",
  };
  if (causationId !== undefined) headers["causation-id"] = causationId;
  // without a current trace the event starts one, for example for a slot that no request caused
  const span = beginSpan(`${topic} publish`, "PRODUCER", {
    attributes: { "messaging.system": "kafka", "messaging.destination.name": topic },
  });
  if (span !== undefined) headers["traceparent"] = span.traceparent;
  span?.end();
  const entry = { _id: id, topic, key, value, headers, at };
  const bytes = bytesOf(entry);
  if (bytes > sizes.event)
    throw new RangeError(`${topic}: an event of ${bytes} bytes is too large`);
  return entry;
}

/**
 * Makes an event from a message, with the ids of the current context.
 *
 * @throws RangeError  without a key, or above `sizes.event`: the write that would store the event fails
 */
export function record<T extends TopicName>(
  topic: T,
  message: MessageInitShape<(typeof topics)[T]["schema"]> & { [Field in KeyField<T>]: string },
): OutboxEntry {
  const key = keyOf(topic, message as { userId?: string; alertId?: string });
  if (key === "")
    throw new RangeError(`${topic}: an event needs the id of its user or alert as key`);
  const { schema } = topics[topic];
  const bytes = toBinary(schema, create(schema, message as MessageInitShape<typeof schema>));
  return entryOf(topic, key, Buffer.from(bytes));
}

/** The tombstone of an erased person, for a state topic. */
export const recordTombstone = (topic: TopicName, key: string): OutboxEntry =>
  entryOf(topic, key, null);

export interface Aggregate extends Outboxed {
  _id: unknown;
  version: number;
}

export interface Change<T> {
  set: Partial<Omit<T, "_id" | "version" | "outbox">>;
  /** Their messages have the version that the document gets: `current.version + 1`. */
  events: OutboxEntry[];
}

/** Enough for about twenty concurrent writers of one document. */
const maxAttempts = 12;
/** Longest pause after a conflict; random, so that the writers do not collide again. Milliseconds. */
const maxPauseMs = 60;

/**
 * Optimistic lock: reads a document, calls `decide`, and writes fields, version and events in one update, if
 * the version is still the one that was read. After a conflict it starts again.
 *
 * @param decide returns null when nothing has to change
 * @returns the document as it is now
 * @throws DocumentNotFound without a document; VersionConflict after twelve conflicts
 */
export async function change<T extends Aggregate>(
  model: Model<T>,
  id: T["_id"],
  decide: (current: T) => Change<T> | null,
): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const current = await model.findOne({ _id: id }).lean<T>();
    if (current === null) throw new DocumentNotFound(`${model.modelName} ${String(id)}`);
    const decided = decide(current);
    if (decided === null) return current;
    const changed = await model
      .findOneAndUpdate(
        { _id: id, version: current.version },
        {
          $set: decided.set,
          $inc: { version: 1 },
          $push: { outbox: { $each: decided.events } },
        } as UpdateQuery<T>,
        { returnDocument: "after" },
      )
      .lean<T>();
    if (changed !== null) {
      wake(model);
      return changed;
    }
    await setTimeout(Math.random() * Math.min(maxPauseMs, 4 * 2 ** attempt));
  }
  throw new VersionConflict(`${maxAttempts} attempts to write ${model.modelName} ${String(id)}`);
}
