import { forgetAgain, type Forgetting } from "@matinale/bus";
import type { Logger, Worker } from "@matinale/kit";
import type { PaymentOptions } from "../application/take-payments.ts";
import { reconcileDueWorker } from "./reconcile-due.ts";
import { measureStripeJobs, runStripeJobsWorker } from "./run-stripe-jobs.ts";

interface Deps extends PaymentOptions {
  forgetting: Forgetting;
  logger: Logger;
}

/**
 * Every worker of billing. All are safe on any number of replicas.
 *
 * | Worker | Period | Lease | Claims |
 * | --- | --- | --- | --- |
 * | reconcile-due | 2 s | 5 min | subscriptions that are due for a check, as at the end of a trial |
 * | run-stripe-jobs | 2 s | 3 min | due jobs at Stripe; runs only with Stripe's keys |
 * | forget-again | 10 min | none, repeating is harmless | people erased within the last hour |
 */
export function billingWorkers({ forgetting, ...deps }: Deps): Worker[] {
  const { provider } = deps;
  measureStripeJobs(deps);
  return [
    reconcileDueWorker(deps),
    ...(provider ? [runStripeJobsWorker({ ...deps, provider })] : []),
    forgetAgain(forgetting, deps),
  ];
}
