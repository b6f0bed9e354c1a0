import { expect, test } from "vitest";
import { trapArticles } from "./labelled.ts";
import { trapQuality } from "./trap-quality.ts";

test("treats at least 95 % of the labelled articles of each trap as their labels say", () => {
  expect(trapArticles.length).toBeGreaterThanOrEqual(400);
  for (const { trap, articles, right, wrong } of trapQuality())
    expect([trap, right / articles >= 0.95, wrong]).toEqual([trap, true, wrong]);
});
