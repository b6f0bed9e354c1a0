import { change, outboxed, recordTombstone, wake } from "@matinale/bus";
import type { Outboxed } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";
import { isDuplicateKey } from "@matinale/kit";
import { Schema } from "mongoose";
import type { Connection, Model } from "mongoose";
import { startTrial, trialIsOver } from "../domain/subscription.ts";
import type { Subscription } from "../domain/subscription.ts";
import { subscriptionChanged } from "../events/subscription-changed.ts";

/** `erasedAt`: only the news of the erasure is left, and that expires. */
type SubscriptionDocument = Subscription & Outboxed & { erasedAt?: Date };

/** Long enough for the tombstone to be published, however long Kafka is away. */
const erasedSeconds = 14 * 86_400;

const subscriptionSchema = new Schema<SubscriptionDocument>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    status: { type: String, enum: ["trialing", "lapsed"], required: true },
    trialEndsAt: { type: Date, required: true },
    erasedAt: Date,
  },
  { collection: "subscriptions", versionKey: false, strict: "throw" },
)
  .index({ status: 1, trialEndsAt: 1 })
  .index({ erasedAt: 1 }, { expireAfterSeconds: erasedSeconds })
  .plugin(outboxed);

export class SubscriptionStore {
  readonly model: Model<SubscriptionDocument>;

  constructor(connection: Connection) {
    this.model = connection.model<SubscriptionDocument>("Subscription", subscriptionSchema);
  }

  of(id: UserId): Promise<Subscription | null> {
    return this.model.findOne({ _id: id, erasedAt: null }).lean<Subscription>().exec();
  }

  /** Everybody has one trial: asked again, it changes nothing and answers false. */
  async startTrial(id: UserId, signedUpAt: Date): Promise<boolean> {
    const trial = startTrial(id, signedUpAt);
    try {
      await this.model.create({ ...trial, outbox: [subscriptionChanged(trial)] });
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    wake(this.model);
    return true;
  }

  /** Ids of trials that are over, the oldest first. */
  async overTrials(now: Date, limit: number): Promise<UserId[]> {
    const due = await this.model
      .find({ status: "trialing", trialEndsAt: { $lte: now } }, { _id: 1 })
      .sort({ trialEndsAt: 1 })
      .limit(limit)
      .lean<{ _id: UserId }[]>();
    return due.map(({ _id }) => _id);
  }

  /** Changes nothing when it was done before, here or in another replica. */
  async endTrial(id: UserId, now: Date): Promise<void> {
    await change(this.model, id, (current) => {
      if (!trialIsOver(current, now)) return null;
      const lapsed = { status: "lapsed" } as const;
      const next = { ...current, ...lapsed, version: current.version + 1 };
      return { set: lapsed, events: [subscriptionChanged(next)] };
    });
  }

  /** Forgets the person and tells so. */
  async erase(id: UserId, now: Date): Promise<void> {
    // Somebody unknown here is recorded as erased too: news of them may still be on the way.
    await this.startTrial(id, now);
    await change(this.model, id, (current) =>
      current.erasedAt
        ? null
        : {
            set: { status: "lapsed" as const, erasedAt: now },
            events: [recordTombstone("subscription.changed", id)],
          },
    );
  }
}
