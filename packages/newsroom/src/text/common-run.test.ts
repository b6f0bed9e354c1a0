import { expect, test } from "vitest";
import { longestCommonRun } from "./common-run.ts";

test.each([
  ["Le pont rouvre lundi", "lundi, le PONT rouvre", 3],
  ["Le pont rouvre lundi", "Une ville ferme mardi", 0],
  ["", "Le pont", 0],
  ["a b a b c", "a b c", 3],
] as const)("%s | %s", (text, other, run) => {
  expect(longestCommonRun(text, other)).toBe(run);
});
