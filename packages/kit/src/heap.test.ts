import { getHeapStatistics } from "node:v8";
import { expect, test } from "vitest";
import { collectGarbage } from "./heap.ts";

test("returns unreferenced memory", () => {
  const junk = { kept: Array.from({ length: 300_000 }, (_, number) => ({ number })) };
  const before = getHeapStatistics().used_heap_size;
  junk.kept = [];

  collectGarbage();

  expect(getHeapStatistics().used_heap_size).toBeLessThan(before - 5_000_000);
  expect(globalThis.gc).toBeUndefined();
});
