import { registry } from "@matinale/kit";
import { silentLogger } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { dailyBudget } from "./spend-budget.ts";

const reached = async () => {
  const text = await registry.metrics();
  return /^content_budget_reached\{.*budget="model_tokens".*\} (\d)$/m.exec(text)?.[1];
};
/** Allows what is within the limit. */
const budgets = {
  take: async (_spending: string, amount: number, limit: number) => amount <= limit,
  correct: async () => undefined,
};
const budgetOf = (limit: number) => dailyBudget(budgets, "model_tokens", limit, silentLogger);

test("reports a budget that is reached, until it allows spending again", async () => {
  const budget = budgetOf(10);
  expect(await budget.take(11)).toBe(false);
  expect(await reached()).toBe("1");
  expect(await budget.take(10)).toBe(true);
  expect(await reached()).toBe("0");
});

test("does not report a budget of 0: the operator has switched the provider off", async () => {
  expect(await budgetOf(0).take(1)).toBe(false);
  expect(await reached()).toBe("0");
});
