import { expect, test } from "vitest";
import { batched } from "./batched.ts";

test("runs concurrent calls as one batch and gives each its own result", async () => {
  const batches: number[][] = [];
  const double = batched(async (items: number[]) => {
    batches.push(items);
    return items.map((item) => item * 2);
  });
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test("runs a full batch at once", async () => {
  const sizes: number[] = [];
  const count = batched(
    async (items: number[]) => {
      sizes.push(items.length);
      return items;
    },
    { most: 2 },
  );
  await Promise.all([1, 2, 3, 4, 5].map(count));
  expect(sizes).toEqual([2, 2, 1]);
});

test("rejects all calls of a failed batch, but no later call", async () => {
  let fails = true;
  const run = batched(async (items: string[]) => {
    if (fails) throw new Error("unavailable");
    return items;
  });
  const outcomes = await Promise.allSettled([run("a"), run("b")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await run("c")).toBe("c");
});

test("groups a steady stream of calls into few batches, without delay for the first call", async () => {
  const sizes: number[] = [];
  const count = batched(
    async (items: number[]) => {
      sizes.push(items.length);
      return items;
    },
    { minBatchIntervalMs: 200 },
  );
  const startedAt = performance.now();
  await count(0);
  expect(performance.now() - startedAt).toBeLessThan(100);
  const others: Promise<number>[] = [];
  for (let call = 1; call <= 5; call += 1) {
    others.push(count(call));
    await new Promise(setImmediate);
  }
  await Promise.all(others);
  expect(sizes).toEqual([1, 5]);
});
