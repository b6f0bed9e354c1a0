import { earliest, indexedDocuments, storeOf, whileLeased, type Leased } from "@matinale/kit/mongo";

/**
 * A job at Stripe, retried until it succeeds:
 * - `reconcile`: read a customer's subscriptions again (target: the customer)
 * - `use_new_card`: the same, and use the new card from now on (target: the customer)
 * - `set_contact`: tell Stripe the person's present address and language (target: the customer)
 * - `end_unpaid`: end an unpaid subscription (target: the subscription)
 * - `end_duplicates`: end and refund a customer's subscriptions except the one paid last (target: the customer)
 * - `end_paid_back`: end a subscription whose payment was refunded or is disputed (target: the charge)
 * - `keep_customer`: store a customer whose creation was interrupted (target: the person)
 * - `delete_customer`: delete a customer (target: the customer)
 */
export interface StripeJob {
  /** The event's id for a webhook, so that an event makes one job; the idempotency key for `keep_customer`. */
  _id: string;
  kind:
    | "reconcile"
    | "use_new_card"
    | "set_contact"
    | "end_unpaid"
    | "end_duplicates"
    | "end_paid_back"
    | "keep_customer"
    | "delete_customer";
  target: string;
  attempts: number;
  /** When to run it next; absent when the job is done. */
  dueAt?: Date;
  /** When it was added; absent when the job is done. */
  openSince?: Date;
  doneAt?: Date;
}

/** Kinds whose target is not the customer, by whom an erasure finds jobs. */
const withoutCustomer: ReadonlySet<StripeJob["kind"]> = new Set(["end_unpaid", "end_paid_back"]);

export type NewStripeJob = Pick<StripeJob, "_id" | "kind" | "target">;

/** Longer than the same event can arrive again: Stripe retries for 3 days, and can resend by hand for 30. */
const keptSeconds = 40 * 86_400;
/** Longer than a batch takes when every call to Stripe hangs. */
const leaseMs = 180_000;
const firstRetryMs = 2_000;
const lastRetryMs = 3_600_000;

const jobSchema = indexedDocuments()
  .index({ dueAt: 1 }, { sparse: true })
  .index({ openSince: 1 }, { sparse: true })
  .index({ target: 1 })
  .index({ doneAt: 1 }, { expireAfterSeconds: keptSeconds });

export class StripeJobStore extends storeOf<StripeJob>("stripe_jobs", jobSchema) {
  /** @returns false when a job with this id exists already */
  add({ _id, ...job }: NewStripeJob, now: Date): Promise<boolean> {
    return this.insertNew(_id, { ...job, attempts: 0, dueAt: now, openSince: now });
  }

  /** Removes the jobs of an erased customer. @param kept  the kind that stays */
  async removeJobs(target: string, kept?: StripeJob["kind"]): Promise<void> {
    await this.model.deleteMany({ target, ...(kept && { kind: { $ne: kept } }) });
  }

  /** Seconds since the oldest open job was added; a job that Stripe refuses stays open while it is postponed. */
  async oldest(now: Date): Promise<number> {
    const since = await earliest(this.model, "openSince", { openSince: { $lte: now } });
    return since === null ? 0 : (now.getTime() - since.getTime()) / 1000;
  }

  claim(now: Date, limit: number): Promise<Leased<StripeJob>[]> {
    return this.claimBy("dueAt", { limit, leaseMs, now });
  }

  /** Ends jobs of one kind. A done job stays, so that its event makes no second one, if an erasure can find it. */
  async finish(jobs: readonly Leased<StripeJob>[], now: Date): Promise<void> {
    if (jobs.some(({ kind }) => withoutCustomer.has(kind))) {
      await this.model.deleteMany(whileLeased(jobs));
      return;
    }
    await this.updateLeased(jobs, {
      $set: { doneAt: now },
      $unset: { dueAt: 1, openSince: 1, lease: 1 },
    });
  }

  /** Exponential back-off with jitter: 2 s at first, doubled with each attempt, at most an hour. */
  async postpone(jobs: readonly Leased<StripeJob>[], now: Date): Promise<void> {
    const attempts = Math.max(...jobs.map((job) => job.attempts));
    const pause = Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(attempts, 20));
    const dueAt = new Date(now.getTime() + pause * (0.5 + Math.random() / 2));
    const postponed = { $set: { dueAt }, $inc: { attempts: 1 }, $unset: { lease: 1 } };
    await this.updateLeased(jobs, postponed);
  }
}
