import { create, toBinary } from "@bufbuild/protobuf";
import { UserChangedSchema } from "@matinale/contracts";
import type { KafkaMessage } from "kafkajs";
import { expect, test } from "vitest";
import { record, recordTombstone } from "./outbox.ts";
import { read, UndecodableMessage } from "./received.ts";

const entry = record("user.changed", { userId: "u1", version: 4n, language: "fr" });
type Change = { key?: Buffer | null; value?: Buffer | null; headers?: Record<string, string> };
const message = (change: Change = {}): KafkaMessage => ({
  key: Buffer.from(entry.key),
  value: entry.value,
  headers: entry.headers,
  timestamp: "0",
  attributes: 0,
  offset: "0",
  ...change,
});

test("reads the event that was recorded", () => {
  const event = read("user.changed", message());
  expect(event).toMatchObject({ id: entry._id, key: "u1", occurredAt: entry.at });
  expect(event.message).toMatchObject({ userId: "u1", version: 4n, language: "fr" });
});

test("reads a tombstone without a message, on state topics only", () => {
  const tombstone = recordTombstone("user.changed", "u1");
  expect(read("user.changed", message({ value: null, headers: tombstone.headers })).message).toBe(
    null,
  );
  const request = record("digest.requested", { userId: "u1", digestId: "d1" });
  expect(() =>
    read("digest.requested", message({ value: null, headers: request.headers })),
  ).toThrow(UndecodableMessage);
});

const someoneElse = Buffer.from(
  toBinary(UserChangedSchema, create(UserChangedSchema, { userId: "u2" })),
);
test.each([
  ["no key", { key: null }],
  ["another type", { headers: { ...entry.headers, "event-type": "matinale.events.v1.Else" } }],
  ["a version from the future", { headers: { ...entry.headers, "event-version": "2" } }],
  ["no headers", { headers: {} }],
  ["bytes that are no message", { value: Buffer.from([0xff, 0xff, 0xff]) }],
  ["more than 256 kB", { value: Buffer.alloc(256 * 1024 + 1) }],
  ["a key that is not its user", { value: someoneElse }],
])("refuses %s as undecodable", (_case, change) => {
  expect(() => read("user.changed", message(change))).toThrow(UndecodableMessage);
});

test("refuses to record an event without a user", () => {
  expect(() => record("user.changed", { userId: "", version: 1n })).toThrow(RangeError);
});
