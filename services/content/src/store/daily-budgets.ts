import { unlessDuplicate } from "@matinale/kit";
import { expiringDocuments, storeOf } from "@matinale/kit/mongo";
import type { Spending } from "../domain/daily-budget.ts";

type BudgetDocument = { _id: string; spent: number; expiresAt: Date };

const keptMs = 3 * 24 * 60 * 60 * 1000;

/** One for each day in UTC, as the providers count days. */
const keyOf = (spending: Spending, now: Date): string =>
  `${spending}:${now.toISOString().slice(0, 10)}`;

/** Counters of spending, one for each kind and day, shared by all replicas. */
export class DailyBudgets extends storeOf<BudgetDocument>("budgets", expiringDocuments()) {
  /** @returns whether the amount was within the limit and is now counted */
  async take(spending: Spending, amount: number, limit: number, now: Date): Promise<boolean> {
    if (amount > limit) return false;
    const fits = { _id: keyOf(spending, now), spent: { $lte: limit - amount } };
    const expiresAt = new Date(now.getTime() + keptMs);
    const spend = { $inc: { spent: amount }, $setOnInsert: { expiresAt } };
    const count = () => unlessDuplicate(this.model.updateOne(fits, spend, { upsert: true }).exec());
    // a duplicate: another process has just created today's counter, or the budget is used up
    return (await count()) || count();
  }

  /** @param amount  negative to refund */
  async correct(spending: Spending, amount: number, now: Date): Promise<void> {
    await this.model.updateOne({ _id: keyOf(spending, now) }, { $inc: { spent: amount } });
  }
}
