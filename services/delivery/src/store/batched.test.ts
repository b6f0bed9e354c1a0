import { expect, test } from "vitest";
import { batched } from "./batched.ts";

test("runs concurrent calls as batches of at most 100 and gives each its own result", async () => {
  const sizes: number[] = [];
  const double = batched(async (items: readonly number[]) => {
    sizes.push(items.length);
    return items.map((item) => item * 2);
  }, 1);
  const items = Array.from({ length: 101 }, (_, index) => index % 50);
  expect(await Promise.all(items.map(double))).toEqual(items.map((item) => item * 2));
  expect(await double(4)).toBe(8);
  expect(sizes).toEqual([100, 1, 1]);
});

test("rejects all calls of a failed batch, but no later call", async () => {
  let fails = true;
  const run = batched(async (items: readonly string[]) => {
    if (fails) throw new Error("unavailable");
    return [...items];
  }, 1);
  const outcomes = await Promise.allSettled([run("a"), run("b")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await run("a")).toBe("a");
});
