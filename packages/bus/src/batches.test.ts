import { sizes } from "@matinale/contracts";
import { expect, test } from "vitest";
import { bytesOf, inBatches, isTooLarge } from "./batches.ts";
import type { OutboxEntry } from "./outbox.ts";

const item = (id: string, bytes: number): { entry: OutboxEntry } => ({
  entry: {
    _id: id,
    topic: "user.changed",
    key: "",
    value: Buffer.alloc(bytes),
    headers: {},
    at: new Date(0),
  },
});
const ids = (batches: { entry: OutboxEntry }[][]) =>
  batches.map((batch) => batch.map(({ entry }) => entry._id));

test("counts key, body and headers in bytes of UTF-8", () => {
  const { entry } = item("a", 10);
  expect(bytesOf({ ...entry, key: "é", headers: { h: "ab" } })).toBe(15);
  expect(bytesOf({ ...entry, value: null })).toBe(0);
});

test("keeps the order, with no batch above the limit", () => {
  const third = Math.floor(sizes.batch / 3);
  const batches = inBatches(["a", "b", "c", "d"].map((id) => item(id, third)));
  expect(ids(batches)).toEqual([["a", "b", "c"], ["d"]]);
});

test("puts an event that is too large into a batch of its own", () => {
  const big = item("big", sizes.event + 1);
  expect(isTooLarge(big.entry)).toBe(true);
  expect(isTooLarge(item("most", sizes.event).entry)).toBe(false);
  const batches = inBatches([item("a", 1), item("b", 1), big, item("c", 1), item("d", 1)]);
  expect(ids(batches)).toEqual([["a", "b"], ["big"], ["c", "d"]]);
});

test("makes no batch without events", () => {
  expect(inBatches([])).toEqual([]);
});
