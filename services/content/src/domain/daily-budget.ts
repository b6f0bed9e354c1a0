/** Usage that costs money and has a daily limit. */
export type Spending = "model_tokens" | "speech_characters";

/** The rest of a daily budget, shared by all replicas. */
export type Budget = {
  /** Reserves an amount. @returns false, and reserves nothing, when the daily limit would be passed */
  take(amount: number): Promise<boolean>;
  /** Corrects a reservation to the amount that was spent. */
  reconcile(taken: number, spent: number): Promise<void>;
};
