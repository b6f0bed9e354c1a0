/** What is paid for by the piece, and bounded by the day. */
export type Spending = "model_tokens" | "speech_characters";

/** What may still be spent today, by all replicas together. */
export type Budget = {
  /** @returns false when the day's ceiling would be passed: nothing is taken then */
  take(amount: number): Promise<boolean>;
  /** Gives back what was taken and not spent, or takes what was spent beyond it. */
  reconcile(taken: number, spent: number): Promise<void>;
};

/** Days are UTC's, like the providers' own. */
export const budgetKey = (spending: Spending, now: Date): string =>
  `${spending}:${now.toISOString().slice(0, 10)}`;
