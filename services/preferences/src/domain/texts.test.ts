import { expect, test } from "vitest";
import { testProduct } from "@matinale/kit/testing";
import { overLimit } from "./texts.ts";

test("names the limit and the plan in a refusal, and says what to do", () => {
  const limit = {
    planId: 2,
    maxCategories: 5,
    editionsPerDay: 2,
    breakingNewsAlerts: false,
  } as const;
  expect(overLimit(limit, 5, testProduct).en).toBe(
    "The Premium plan includes 5 categories. Remove one to choose another, or change your plan.",
  );
  expect(overLimit(limit, 5, testProduct).fr).toBe(
    "La formule Premium comprend 5 catégories. Retirez-en une pour en choisir une autre, ou changez de formule.",
  );
  // after a change to a smaller plan
  expect(overLimit(limit, 7, testProduct).en).toContain("Remove 3 to choose another");
  expect(overLimit(limit, 7, testProduct).fr).toContain("Retirez-en 3 pour en choisir");
  const one = { ...limit, maxCategories: 1 };
  expect(overLimit(one, 1, testProduct).en).toContain("includes one category. Remove one");
  expect(overLimit(one, 1, testProduct).fr).toContain("comprend une catégorie. Retirez-en une");
});
