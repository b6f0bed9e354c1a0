import { counter, gauge, ticker } from "@matinale/kit";
import type { Leased, Logger, Worker } from "@matinale/kit";
import { duplicatesOf } from "../domain/payment/provider-state.ts";
import { isSimulated } from "../domain/subscription/simulated.ts";
import { inForce } from "../domain/subscription/subscription.ts";
import type { PaymentProvider } from "../domain/payment/payment-provider.ts";
import type { Stores } from "../application/forget-person.ts";
import { reconcile } from "../application/reconcile-subscription.ts";
import type { StripeJob } from "../store/stripe-jobs.ts";

const outcomes = counter("billing_stripe_jobs_total");

const everyMs = 1_000;
const batch = 16;
/** Stripe allows 25 calls a second in test mode, 100 in live mode. */
const side = 4;

interface Options extends Stores {
  provider: PaymentProvider;
  logger: Logger;
  clock: () => Date;
}

async function work({ kind, target }: StripeJob, options: Options): Promise<void> {
  const { provider, subscriptions, stripeJobs, clock } = options;
  switch (kind) {
    case "end":
      await provider.endUnpaid(target);
      return;
    case "single":
      return endDuplicates(target, options);
    case "forget":
      await provider.forgetCustomer(target);
      return stripeJobs.forget(target);
    case "sync":
    case "settle": {
      const known = await subscriptions.ofCustomer(target);
      // The customer was erased after the webhook was stored: nothing that names them is kept.
      if (!known) return stripeJobs.forgetNotices(target);
      const { subscription } = await reconcile(known._id, clock(), options);
      const paid = inForce(subscription);
      if (kind === "sync" || paid === null || isSimulated(paid)) return;
      await provider.useNewCard(paid.id);
      await reconcile(known._id, clock(), options);
    }
  }
}

/**
 * Who is to be ended is read again: of several workers, and after a crash, each ends the same ones. By
 * then erased: the customer is deleted at Stripe, and all that is theirs ends with them.
 */
async function endDuplicates(customerId: string, options: Options): Promise<void> {
  const { provider, subscriptions, clock, logger } = options;
  const known = await subscriptions.ofCustomer(customerId);
  if (!known) return;
  for (const { id } of duplicatesOf(await provider.subscriptionsOf(customerId))) {
    const refused = await provider.endDuplicate(id);
    logger.info({ subscription: id, refused: refused.length }, "ended a duplicate subscription");
    for (const invoice of refused) {
      logger.error({ invoice, subscription: id }, "refund of a duplicate payment was refused");
    }
  }
  await reconcile(known._id, clock(), options);
}

/** One round. News of one customer that came together is worked off by one reading. */
export async function workAtStripe(options: Options): Promise<void | "again"> {
  const { stripeJobs, clock, logger } = options;
  const taken = await stripeJobs.take(clock(), batch);
  const groups = Map.groupBy(taken, ({ kind, target }) => `${kind} ${target}`).values();
  const settle = async (jobs: Leased<StripeJob>[]): Promise<void> => {
    const [job] = jobs;
    if (job === undefined) return;
    try {
      await work(job, options);
      await stripeJobs.done(jobs, clock());
      outcomes.inc({ kind: job.kind, outcome: "done" }, jobs.length);
    } catch (error) {
      outcomes.inc({ kind: job.kind, outcome: "later" }, jobs.length);
      logger.warn({ err: error, kind: job.kind, attempts: job.attempts }, "Stripe later again");
      await stripeJobs.postpone(jobs, clock());
    }
  };
  const lane = async (): Promise<void> => {
    for (const jobs of groups) await settle(jobs);
  };
  // The lanes share one iterator, so each group is taken once.
  await Promise.all(Array.from({ length: side }, lane));
  if (taken.length === batch) return "again";
}

/** Where there are no keys of Stripe's, nothing waits. */
let oldest: () => Promise<number> = () => Promise.resolve(0);
gauge("billing_stripe_jobs_oldest_seconds", {
  collect() {
    return oldest().then((seconds) => this.set(seconds));
  },
});

export function stripeWork(options: Options): Worker & { nudge(): void } {
  const { stripeJobs, clock, logger } = options;
  oldest = () => stripeJobs.oldest(clock());
  return ticker({ name: "stripe-work", everyMs, logger, run: () => workAtStripe(options) });
}
