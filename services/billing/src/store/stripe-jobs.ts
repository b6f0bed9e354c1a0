import { claim as claimLeases, isDuplicateKey, leaseFields } from "@matinale/kit";
import type { Leased } from "@matinale/kit";
import { Schema } from "mongoose";
import type { Connection, Model } from "mongoose";

const kinds = ["sync", "settle", "end", "single", "forget"] as const;

/**
 * A job to be done at Stripe, retried until it succeeds:
 * - `sync`: read a customer's subscriptions again (target: the customer)
 * - `settle`: the same, and use the new card from now on (target: the customer)
 * - `end`: end an unpaid subscription (target: the subscription)
 * - `single`: end all subscriptions of a customer but the one paid last, and refund them (target: the customer)
 * - `forget`: delete a customer (target: the customer)
 */
export interface StripeJob {
  /** For webhooks the event's id, so that an event counts once. */
  _id: string;
  kind: (typeof kinds)[number];
  target: string;
  attempts: number;
  /** Absent when done. */
  dueAt?: Date;
  doneAt?: Date;
}

/** Stripe retries an event for three days and can resend it by hand for thirty. */
const keptSeconds = 40 * 86_400;
/** Longer than a batch takes when Stripe hangs at every call. */
const leaseMs = 180_000;
const firstRetryMs = 2_000;
const lastRetryMs = 3_600_000;

const jobSchema = new Schema<StripeJob>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: kinds, required: true },
    target: { type: String, required: true },
    attempts: { type: Number, required: true },
    dueAt: Date,
    doneAt: Date,
    ...leaseFields,
  },
  { collection: "stripe_jobs", versionKey: false, strict: "throw" },
)
  .index({ dueAt: 1 }, { sparse: true })
  .index({ target: 1 })
  .index({ doneAt: 1 }, { expireAfterSeconds: keptSeconds });

export class StripeJobStore {
  readonly model: Model<StripeJob>;

  constructor(connection: Connection) {
    this.model = connection.model<StripeJob>("StripeJob", jobSchema);
  }

  /** @returns false when there is a job with this id already */
  async add(job: Pick<StripeJob, "_id" | "kind" | "target">, now: Date): Promise<boolean> {
    try {
      await this.model.create({ ...job, attempts: 0, dueAt: now });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Removes the webhooks of a customer who was erased; the job that deletes the customer stays. */
  async removeWebhookJobs(target: string): Promise<void> {
    await this.model.deleteMany({ target, kind: { $in: ["sync", "settle"] } });
  }

  /** Removes every job of a customer who was deleted at Stripe. */
  async forget(target: string): Promise<void> {
    await this.model.deleteMany({ target });
  }

  /** Seconds since the oldest open job was due. */
  async oldest(now: Date): Promise<number> {
    const first = await this.model
      .findOne({ dueAt: { $lte: now } }, { dueAt: 1 })
      .sort({ dueAt: 1 })
      .lean<{ dueAt: Date }>();
    return first === null ? 0 : (now.getTime() - first.dueAt.getTime()) / 1000;
  }

  claim(now: Date, limit: number): Promise<Leased<StripeJob>[]> {
    return claimLeases(this.model, {
      filter: { dueAt: { $lte: now } },
      sort: { dueAt: 1 },
      limit,
      leaseMs,
      now,
    });
  }

  async finish(jobs: readonly Leased<StripeJob>[], now: Date): Promise<void> {
    await this.model.updateMany(mine(jobs), {
      $set: { doneAt: now },
      $unset: { dueAt: 1, lease: 1 },
    });
  }

  /** Exponential back-off with jitter: 2 s, then twice as long each time, at most an hour. */
  async postpone(jobs: readonly Leased<StripeJob>[], now: Date): Promise<void> {
    const attempts = Math.max(...jobs.map((job) => job.attempts));
    const pause = Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(attempts, 20));
    const dueAt = new Date(now.getTime() + pause * (0.5 + Math.random() / 2));
    await this.model.updateMany(mine(jobs), {
      $set: { dueAt },
      $inc: { attempts: 1 },
      $unset: { lease: 1 },
    });
  }
}

/** Matches only while the lease is held: a worker that slept past its lease changes nothing. */
const mine = (jobs: readonly Leased<StripeJob>[]) => ({
  _id: { $in: jobs.map(({ _id }) => _id) },
  "lease.token": jobs[0]?.lease.token ?? "",
});
