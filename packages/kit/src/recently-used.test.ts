import { expect, test } from "vitest";
import { recentlyUsed } from "./recently-used.ts";

test("evicts the least recently used value", () => {
  const known = recentlyUsed<number>(2, 1_000, () => 0);
  known.set("one", 1);
  known.set("two", 2);
  expect(known.get("one")).toBe(1);
  known.set("three", 3);
  expect(["one", "two", "three"].map(known.get)).toEqual([1, undefined, 3]);
});

test("drops a value when it expires or is deleted", () => {
  let now = 0;
  const known = recentlyUsed<string>(2, 1_000, () => now);
  known.set("a", "x");
  known.set("b", "y");
  known.delete("b");
  now = 999;
  expect([known.get("a"), known.get("b")]).toEqual(["x", undefined]);
  now = 1_000;
  expect(known.get("a")).toBeUndefined();
});
