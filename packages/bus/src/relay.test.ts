import { sizes } from "@matinale/contracts";
import { silentLogger as logger } from "@matinale/kit/testing";
import type { Model } from "mongoose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { record } from "./index.ts";
import { bytesOf, type OutboxEntry } from "./outbox.ts";
import { firstBatch, relay } from "./relay.ts";
import type { Person } from "./testing/people-and-copies.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("stops within ten seconds while Kafka does not answer", async () => {
  const outbox = [record("user.changed", { userId: "ada", version: 1n, language: "fr" })];
  const updateMany = async () => ({ matchedCount: 1 });
  const find = () => ({ toArray: async () => [{ _id: "ada", outbox }] });
  // the relay calls no other method of a model
  const people = { collection: { find, updateMany }, updateMany } as unknown as Model<Person>;
  const publish = vi.fn<() => Promise<void>>(() => new Promise(() => undefined));
  const worker = relay({ models: [people], publish, logger });
  await worker.start();
  await vi.waitFor(() => expect(publish).toHaveBeenCalled());
  const stopped = worker.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  await stopped;
  expect(publish).toHaveBeenCalledOnce();
});

const item = (id: string, bytes: number): OutboxEntry => ({
  _id: id,
  topic: "user.changed",
  key: "",
  value: Buffer.alloc(bytes),
  headers: {},
  at: new Date(0),
});
const idsOf = (entries: OutboxEntry[]) => entries.map(({ _id }) => _id);

test("counts key, body and headers in bytes of UTF-8", () => {
  const entry = item("a", 10);
  expect(bytesOf({ ...entry, key: "é", headers: { h: "ab" } })).toBe(15);
  expect(bytesOf({ ...entry, value: null })).toBe(0);
});

test("takes events in order, up to the limit of a batch", () => {
  const third = Math.floor(sizes.batch / 3);
  const items = ["a", "b", "c", "d"].map((id) => item(id, third));
  expect(idsOf(firstBatch(items))).toEqual(["a", "b", "c"]);
  expect(idsOf(firstBatch(items.slice(2)))).toEqual(["c", "d"]);
  expect(firstBatch([])).toEqual([]);
});

test("takes an event alone that is larger than a batch, as an older version could record it", () => {
  const big = item("big", sizes.batch + 1);
  const items = [item("a", 1), big, item("c", 1)];
  expect(idsOf(firstBatch(items))).toEqual(["a"]);
  expect(idsOf(firstBatch(items.slice(1)))).toEqual(["big"]);
});

test("refuses to record an event above the limit", () => {
  const changed = (bytes: number) =>
    record("user.changed", { userId: "ada", version: 1n, language: "x".repeat(bytes) });
  const framing = bytesOf(changed(sizes.event / 2)) - sizes.event / 2;
  expect(bytesOf(changed(sizes.event - framing))).toBe(sizes.event);
  expect(() => changed(sizes.event - framing + 1)).toThrow(
    `user.changed: an event of ${sizes.event + 1} bytes is too large`,
  );
});
