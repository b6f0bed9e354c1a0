import { counter, gauge, type Logger } from "@matinale/kit";
import type { Budget, Spending } from "../domain/daily-budget.ts";
import type { DailyBudgets } from "../store/daily-budgets.ts";

const reached = gauge({
  name: "content_budget_reached",
  help: "1 while the day's ceiling keeps a provider from being asked, 0 otherwise; as of the last time it was needed",
  labelNames: ["budget"],
});
const refusals = counter({
  name: "content_budget_refusals_total",
  help: "Calls of a provider that were not made because of the day's ceiling",
  labelNames: ["budget"],
});

/** The budget of one kind of spending. @param most  a day; 0 asks the provider never */
export function dailyBudget(
  budgets: DailyBudgets,
  spending: Spending,
  most: number,
  logger: Logger,
): Budget {
  let warned = false;
  reached.set({ budget: spending }, 0);
  return {
    async take(amount) {
      const allowed = await budgets.take(spending, amount, most, new Date());
      reached.set({ budget: spending }, allowed ? 0 : 1);
      if (!allowed) refusals.inc({ budget: spending });
      if (!allowed && !warned) logger.warn({ budget: spending, most }, "daily budget reached");
      warned = !allowed;
      return allowed;
    },
    settle: (taken, spent) => budgets.correct(spending, spent - taken, new Date()),
  };
}
