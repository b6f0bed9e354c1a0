import { counter, gauge, type Logger } from "@matinale/kit";
import type { Budget, Spending } from "../domain/daily-budget.ts";
import type { DailyBudgets } from "../store/daily-budgets.ts";

const reached = gauge("content_budget_reached");
const refusals = counter("content_budget_refusals_total");

/** The daily budget of one kind of spending. @param limit  daily limit; with 0 the provider is never called */
export function dailyBudget(
  budgets: Pick<DailyBudgets, "take" | "correct">,
  spending: Spending,
  limit: number,
  logger: Logger,
): Budget {
  let warned = false;
  reached.set({ budget: spending }, 0);
  return {
    async take(amount) {
      const allowed = await budgets.take(spending, amount, limit, new Date());
      // a budget of 0 switches the provider off, which is no alert
      reached.set({ budget: spending }, allowed || limit === 0 ? 0 : 1);
      if (!allowed) refusals.inc({ budget: spending });
      if (!allowed && !warned) logger.warn({ budget: spending, limit }, "daily budget reached");
      warned = !allowed;
      return allowed;
    },
    reconcile: (taken, spent) => budgets.correct(spending, spent - taken, new Date()),
  };
}
