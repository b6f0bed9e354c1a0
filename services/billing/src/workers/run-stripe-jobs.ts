import { counter, gauge, ticker, type Worker } from "@matinale/kit";
import type { Leased } from "@matinale/kit/mongo";
import { runStripeJob, type StripeJobDeps } from "../application/run-stripe-job.ts";
import type { StripeJob } from "../store/stripe-jobs.ts";
import pLimit from "p-limit";

const outcomes = counter("billing_stripe_jobs_total");

const everyMs = 2_000;
const batch = 16;
/** Stripe allows 25 calls a second in test mode, 100 in live mode. */
const atOnce = pLimit(4);

/** Jobs of one group are done by one call. Only the key of `keep_customer` tells one customer from another. */
const groupOf = ({ _id, kind, target }: StripeJob): string =>
  `${kind} ${kind === "keep_customer" ? _id : target}`;

/** One round. */
export async function runStripeJobs(deps: StripeJobDeps): Promise<void | "again"> {
  const { stripeJobs, clock } = deps;
  const claimed = await stripeJobs.claim(clock(), batch);
  const groups = Map.groupBy(claimed, groupOf).values();
  await atOnce.map(groups, (jobs) => runGroup(jobs, deps));
  if (claimed.length === batch) return "again";
}

async function runGroup(jobs: Leased<StripeJob>[], deps: StripeJobDeps): Promise<void> {
  const { stripeJobs, clock, logger } = deps;
  const [job] = jobs;
  if (job === undefined) return;
  const { kind, target, attempts } = job;
  try {
    await runStripeJob(job, deps);
    await stripeJobs.finish(jobs, clock());
    outcomes.inc({ kind, outcome: "done" }, jobs.length);
  } catch (error) {
    outcomes.inc({ kind, outcome: "postponed" }, jobs.length);
    logger.warn({ err: error, kind, target, attempts }, "Stripe job failed, retrying later");
    await stripeJobs.postpone(jobs, clock());
  }
}

/** Exports how long the oldest job waits; 0 without Stripe's keys, as an alert needs the series. */
export const measureStripeJobs = ({
  stripeJobs,
  clock,
}: Pick<StripeJobDeps, "stripeJobs" | "clock">): void => {
  gauge("billing_stripe_jobs_oldest_seconds", () => stripeJobs.oldest(clock()));
};

/** Claims due jobs by lease and runs them at Stripe. Safe on any number of replicas. */
export const runStripeJobsWorker = (deps: StripeJobDeps): Worker =>
  ticker({
    name: "run-stripe-jobs",
    everyMs,
    logger: deps.logger,
    run: () => runStripeJobs(deps),
  });
