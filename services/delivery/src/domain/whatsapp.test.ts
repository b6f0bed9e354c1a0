import { expect, test } from "vitest";
import { actionFor, backOffMs } from "./whatsapp.ts";

test.each([
  [130429, 429, "retry"],
  [131000, 500, "retry"],
  [131056, 429, "pair_limit"],
  [131047, 400, "change_form"],
  [131053, 400, "media"],
  [131049, 400, "defer"],
  [131026, 400, "recipient"],
  [131050, 400, "opted_out"],
  [100, 400, "message"],
  [132015, 400, "message"],
  [0, 401, "sender"],
  [190, 401, "sender"],
  [294, 403, "sender"],
  [131048, 429, "sender"],
  [null, 500, "retry"],
  [null, 429, "retry"],
  [null, 401, "sender"],
  [999999, 400, "message"],
] as const)("code %s with status %s means %s", (code, status, action) => {
  expect(actionFor(code, status)).toBe(action);
});

test("pauses double up to a minute, and grow fourfold for one phone", () => {
  expect([1, 2, 3, 4, 20].map((attempt) => backOffMs("retry", attempt, 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 60_000,
  ]);
  expect(backOffMs("retry", 3, 0)).toBe(2_000);
  expect([1, 2, 3].map((attempt) => backOffMs("pair_limit", attempt, 0))).toEqual([
    4_000, 16_000, 64_000,
  ]);
});
