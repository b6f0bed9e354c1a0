import { counter, ticker } from "@matinale/kit";
import type { Logger, Worker } from "@matinale/kit";
import type { SubscriptionStore } from "../store/subscriptions.ts";

const ended = counter({
  name: "billing_trials_ended_total",
  help: "Trials that ended without a plan",
});

/** Others stop at the published end by themselves, so this may come some seconds later. */
const everyMs = 10_000;
const batch = 100;

/** One round: every trial that is over at `now` lapses. Two replicas at once do no harm. */
export async function endTrials(
  subscriptions: SubscriptionStore,
  now: Date,
): Promise<void | "again"> {
  const over = await subscriptions.overTrials(now, batch);
  for (const id of over) {
    await subscriptions.settle(id, now);
    ended.inc();
  }
  if (over.length === batch) return "again";
}

export const trialEnds = (subscriptions: SubscriptionStore, logger: Logger): Worker =>
  ticker({
    name: "end-trials",
    everyMs,
    logger,
    run: () => endTrials(subscriptions, new Date()),
  });
