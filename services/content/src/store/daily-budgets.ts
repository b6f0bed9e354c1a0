import { expiringDocuments, storeOf, unlessDuplicate } from "@matinale/kit";
import { budgetKey, type Spending } from "../domain/daily-budget.ts";

type BudgetDocument = { _id: string; spent: number; expiresAt: Date };

const keptMs = 3 * 24 * 60 * 60 * 1000;

/** Counters of spending, one for each kind and day, shared by all replicas. */
export class DailyBudgets extends storeOf<BudgetDocument>("budgets", expiringDocuments()) {
  /** @returns whether the amount was within the limit and is now counted */
  async take(spending: Spending, amount: number, limit: number, now: Date): Promise<boolean> {
    if (amount > limit) return false;
    const _id = budgetKey(spending, now);
    const count = async () => {
      const fits = { _id, spent: { $lte: limit - amount } };
      return (await this.model.updateOne(fits, { $inc: { spent: amount } })).matchedCount === 1;
    };
    if (await count()) return true;
    const expiresAt = new Date(now.getTime() + keptMs);
    const first = { _id, spent: amount, expiresAt };
    if (await unlessDuplicate(this.model.create(first))) return true;
    // another process has just created today's counter, or the budget is used up
    return count();
  }

  /** @param amount  negative to refund */
  async correct(spending: Spending, amount: number, now: Date): Promise<void> {
    await this.model.updateOne({ _id: budgetKey(spending, now) }, { $inc: { spent: amount } });
  }
}
