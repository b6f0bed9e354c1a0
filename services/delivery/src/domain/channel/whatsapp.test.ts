import { expect, test } from "vitest";
import { backOffMs } from "./whatsapp.ts";

test("back-off doubles up to a minute, and grows fourfold for the limit of one phone", () => {
  expect([1, 2, 3, 4, 20].map((attempt) => backOffMs("retry", attempt, 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 60_000,
  ]);
  expect(backOffMs("retry", 3, 0)).toBe(2_000);
  expect([1, 2, 3].map((attempt) => backOffMs("pair_limit", attempt, 0))).toEqual([
    4_000, 16_000, 64_000,
  ]);
});
