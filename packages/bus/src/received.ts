import { fromBinary, type Message } from "@bufbuild/protobuf";
import type { GenMessage } from "@bufbuild/protobuf/codegenv2";
import { keyOf, sizes, topics, type EventOf, type TopicName } from "@matinale/contracts";
import type { IHeaders } from "kafkajs";
import type { ReceivedRecord } from "./transport.ts";

/** An event as a handler gets it. */
export interface Received<T extends TopicName> {
  id: string;
  /** The user's id, or the alert's. */
  key: string;
  occurredAt: Date;
  correlationId: string;
  /** Of the span that handles this event, else of the one that recorded it. */
  traceparent?: string;
  /** null is a tombstone: the person was erased. */
  message: EventOf<T> | null;
}

/** Handles events of one partition, oldest first. */
export type EventHandler<T extends TopicName> = (events: Received<T>[]) => Promise<void>;

/** The record is not an event of its topic: it becomes a dead letter without a retry. */
export class UndecodableMessage extends Error {
  override readonly name = "UndecodableMessage";
}

const undecodable = (what: string, found: string, expected: string): UndecodableMessage =>
  new UndecodableMessage(`${what} ${found.slice(0, 80) || "missing"}, expected ${expected}`);

/** The first value of a record's header as text; "" without one. */
export function headerOf(headers: IHeaders | undefined, name: string): string {
  const value = headers?.[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined ? "" : first.toString();
}

function decode<M extends Message>(schema: GenMessage<M>, bytes: Uint8Array): M {
  try {
    return fromBinary(schema, bytes);
  } catch {
    throw new UndecodableMessage("not a message of its type");
  }
}

/** @throws UndecodableMessage when key, type, version or bytes do not fit the catalogue */
export function read<T extends TopicName>(topic: T, record: ReceivedRecord): Received<T> {
  const { schema, version, cleanup } = topics[topic];
  const key = record.key?.toString() ?? "";
  if (key === "") throw new UndecodableMessage("no key");
  const type = headerOf(record.headers, "event-type");
  if (type !== schema.typeName) throw undecodable("type", type, schema.typeName);
  const sentVersion = headerOf(record.headers, "event-version");
  if (sentVersion !== String(version)) throw undecodable("version", sentVersion, String(version));
  const at = new Date(headerOf(record.headers, "occurred-at"));
  const common = {
    id: headerOf(record.headers, "event-id"),
    key,
    occurredAt: Number.isNaN(at.getTime()) ? new Date(Number(record.timestamp)) : at,
    correlationId: headerOf(record.headers, "correlation-id"),
  };
  const traceparent = headerOf(record.headers, "traceparent");
  const trace = traceparent === "" ? {} : { traceparent };
  if (record.value === null) {
    if (cleanup !== "compact") throw new UndecodableMessage("no value");
    return { ...common, ...trace, message: null };
  }
  if (record.value.length > sizes.event)
    throw new UndecodableMessage(`${record.value.length} bytes, more than ${sizes.event}`);
  const message = decode(schema, record.value);
  if (keyOf(topic, message) !== key)
    throw new UndecodableMessage("key is not the message's user or alert");
  return { ...common, ...trace, message };
}
