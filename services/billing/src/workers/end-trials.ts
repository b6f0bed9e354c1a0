import { counter, ticker, type Logger, type Worker } from "@matinale/kit";
import type { Status } from "../domain/subscription/subscription.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";

const ended = counter("billing_trials_ended_total");

/** A delay of some seconds is harmless: other services stop at the end that billing published. */
const everyMs = 10_000;
const batch = 100;

/** One round: lapses trials whose end has passed. Safe on any number of replicas. */
export async function endTrials(
  subscriptions: SubscriptionStore,
  now: Date,
): Promise<void | "again"> {
  const due = await subscriptions.endedTrials(now, batch);
  for (const id of due) {
    let before: Status | undefined;
    const { status } = await subscriptions.apply(id, now, (current) => {
      before = current.status;
      return {};
    });
    // only the replica whose write lapsed the trial counts it; a trial that became a plan is not counted
    if (before === "trialing" && status === "lapsed") ended.inc();
  }
  if (due.length === batch) return "again";
}

export const endTrialsWorker = (subscriptions: SubscriptionStore, logger: Logger): Worker =>
  ticker({
    name: "end-trials",
    everyMs,
    logger,
    run: () => endTrials(subscriptions, new Date()),
  });
