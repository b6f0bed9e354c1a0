import { expect, test } from "vitest";
import { sharesRun } from "./common-run.ts";

test.each([
  ["Le pont rouvre lundi", "lundi, le PONT rouvre", 3, true],
  ["Le pont rouvre lundi", "lundi, le PONT rouvre", 4, false],
  ["Le pont rouvre lundi", "Une ville ferme mardi", 1, false],
  ["pont", "Les ponts rouvrent", 1, false],
  ["", "Le pont", 1, false],
  ["a b a b c", "a b c", 3, true],
] as const)("%s | %s | %i words", (text, other, length, shares) => {
  expect(sharesRun(text, other, length)).toBe(shares);
});
