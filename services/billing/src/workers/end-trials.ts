import { counter, ticker } from "@matinale/kit";
import type { Logger, Worker } from "@matinale/kit";
import type { Status } from "../domain/subscription/subscription.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";

const ended = counter("billing_trials_ended_total");

/** Other services stop at the published end by themselves, so a delay of some seconds is harmless. */
const everyMs = 10_000;
const batch = 100;

/** One round: every trial that is over at `now` lapses. Safe on any number of replicas. */
export async function endTrials(
  subscriptions: SubscriptionStore,
  now: Date,
): Promise<void | "again"> {
  const over = await subscriptions.overTrials(now, batch);
  for (const id of over) {
    let before: Status | undefined;
    const { status } = await subscriptions.apply(id, now, (current) => {
      before = current.status;
      return {};
    });
    // Only the replica whose write ended the trial counts it; a plan bought meanwhile is no end.
    if (before === "trialing" && status === "lapsed") ended.inc();
  }
  if (over.length === batch) return "again";
}

export const endTrialsWorker = (subscriptions: SubscriptionStore, logger: Logger): Worker =>
  ticker({
    name: "end-trials",
    everyMs,
    logger,
    run: () => endTrials(subscriptions, new Date()),
  });
