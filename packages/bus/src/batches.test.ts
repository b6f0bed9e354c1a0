import { sizes } from "@matinale/contracts";
import { expect, test } from "vitest";
import { bytesOf, firstBatch, isTooLarge } from "./batches.ts";
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
const idsOf = (items: { entry: OutboxEntry }[]) => items.map(({ entry }) => entry._id);

test("counts key, body and headers in bytes of UTF-8", () => {
  const { entry } = item("a", 10);
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

test("takes an event that is too large alone", () => {
  const big = item("big", sizes.event + 1);
  expect(isTooLarge(big.entry)).toBe(true);
  expect(isTooLarge(item("most", sizes.event).entry)).toBe(false);
  const items = [item("a", 1), item("b", 1), big, item("c", 1)];
  expect(idsOf(firstBatch(items))).toEqual(["a", "b"]);
  expect(idsOf(firstBatch(items.slice(2)))).toEqual(["big"]);
});
