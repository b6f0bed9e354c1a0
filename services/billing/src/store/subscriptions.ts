import { isDeepStrictEqual } from "node:util";
import {
  change,
  erasable,
  eraseAggregate,
  republish,
  wake,
  type Erasable,
  type ErasedPeople,
  type OutboxEntry,
} from "@matinale/bus";
import type { Product, UserId } from "@matinale/contracts";
import { HttpError, httpTexts } from "@matinale/kit";
import { indexedDocuments, storeOf } from "@matinale/kit/mongo";
import type { Connection } from "mongoose";
import { nextCheck } from "../domain/subscription/next-check.ts";
import {
  statusAt,
  startTrial,
  withoutTrial,
  type Subscription,
} from "../domain/subscription/subscription.ts";
import { publishedState, subscriptionChanged } from "../events/subscription-changed.ts";

/**
 * `nextCheckAt`: when to check the subscription next if no webhook comes. `askedAt`: when the person last asked for a
 * check by looking at an unpaid subscription.
 */
export type SubscriptionDocument = Subscription & Erasable & { nextCheckAt?: Date; askedAt?: Date };

export type SubscriptionFields = Omit<Subscription, "_id" | "version" | "status">;

/** A person can ask for a check, which is a call to Stripe, once within this time. */
const askedEveryMs = 10_000;

const subscriptionSchema = indexedDocuments()
  .index({ nextCheckAt: 1 }, { sparse: true })
  .index({ customerId: 1 }, { sparse: true })
  .plugin(erasable);

export class SubscriptionStore extends storeOf<SubscriptionDocument>(
  "subscriptions",
  subscriptionSchema,
) {
  readonly #erased: Pick<ErasedPeople, "among">;
  readonly #product: Product;

  /**
   * @param erased   markers of erased people: they exist longer than the person's document, which expires
   * @param product  trial and limits of plans, which subscription.changed contains
   */
  constructor(connection: Connection, erased: Pick<ErasedPeople, "among">, product: Product) {
    super(connection);
    this.#erased = erased;
    this.#product = product;
  }

  of(id: UserId): Promise<Subscription | null> {
    return this.model.findOne({ _id: id, erasedAt: null }).lean<Subscription>().exec();
  }

  /** The subscription of a person. Starts the trial when a request arrives before user.changed. */
  async getOrStartTrial(id: UserId, now: Date): Promise<Subscription> {
    await this.startTrial(id, now);
    const found = await this.of(id);
    if (found === null) throw new HttpError("UNAUTHENTICATED", httpTexts.signIn);
    return found;
  }

  ofCustomer(customerId: string): Promise<Subscription | null> {
    return this.model.findOne({ customerId, erasedAt: null }).lean<Subscription>().exec();
  }

  /** Starts the one trial of a person. Idempotent. @returns false when the person has a document already */
  startTrial(id: UserId, signedUpAt: Date): Promise<boolean> {
    return this.#insertNew(startTrial(id, signedUpAt, this.#product));
  }

  /** Ends this person's trial at `at`, or records that there is none. Idempotent; an earlier end stays. */
  async revokeTrial(id: UserId, at: Date): Promise<void> {
    if (await this.#insertNew(withoutTrial(id, at))) return;
    await this.apply(id, new Date(), ({ trialEndsAt }) =>
      trialEndsAt > at ? { trialEndsAt: at, trialUsed: true } : null,
    );
  }

  /** @returns false when the person has a document already, or was erased */
  async #insertNew(subscription: Subscription): Promise<boolean> {
    const { _id, ...fields } = subscription;
    if ((await this.model.exists({ _id })) !== null) return false;
    if ((await this.#erased.among([_id])).size > 0) return false;
    const nextCheckAt = nextCheck(subscription, new Date());
    const outbox = [subscriptionChanged(subscription, this.#product)];
    const isNew = await this.insertNew(_id, {
      ...fields,
      ...(nextCheckAt && { nextCheckAt }),
      outbox,
    });
    if (isNew) wake(this.model);
    return isNew;
  }

  /** Claims up to `limit` subscriptions that are due for a check, for `leaseMs`. */
  async claimDue(now: Date, leaseMs: number, limit: number): Promise<UserId[]> {
    const nextCheckAt = new Date(now.getTime() + leaseMs);
    const claimed: UserId[] = [];
    while (claimed.length < limit) {
      const next = await this.model
        .findOneAndUpdate(
          { nextCheckAt: { $lte: now } },
          { nextCheckAt },
          { projection: { _id: 1 } },
        )
        .sort({ nextCheckAt: 1 })
        .lean<{ _id: UserId }>();
      if (next === null) break;
      claimed.push(next._id);
    }
    return claimed;
  }

  /** Checks a subscription again at `at`, unless an earlier check is due. */
  async checkBy(id: UserId, at: Date): Promise<void> {
    await this.model.updateOne({ _id: id, erasedAt: null }, { $min: { nextCheckAt: at } });
  }

  /** Checks a subscription now, for a person who waits for a payment; the requests of the next 10 seconds change nothing. */
  async checkForPerson(id: UserId, now: Date): Promise<void> {
    const before = new Date(now.getTime() - askedEveryMs);
    await this.model.updateOne(
      { _id: id, erasedAt: null, askedAt: { $not: { $gt: before } } },
      { $min: { nextCheckAt: now }, $set: { askedAt: now } },
    );
  }

  /**
   * Writes the fields that `decide` returns and the status at `now`, and publishes subscription.changed when what it
   * says changed. Writes nothing when nothing changed, so it is safe to repeat. An erased person stays
   * erased.
   *
   * @param decide  returns null when the subscription is to stay as it is, with its status
   */
  async apply(
    id: UserId,
    now: Date,
    decide: (current: Subscription) => Partial<SubscriptionFields> | null = () => ({}),
  ): Promise<Subscription> {
    const applied = await change(this.model, id, (current) => {
      const set = current.erasedAt ? null : decide(current);
      if (set === null) return null;
      const next = { ...current, ...set };
      const status = statusAt(next, now);
      const differs = Object.entries({ ...set, status }).some(
        ([name, value]) =>
          !isDeepStrictEqual(value ?? null, current[name as keyof Subscription] ?? null),
      );
      if (!differs) return null;
      const { version } = current;
      return {
        set: { ...set, status },
        events: eventsFor(current, { ...next, status, version: version + 1 }, this.#product),
      };
    });
    await this.#scheduleCheck(applied, now);
    return applied;
  }

  /** Removes everything except the id and publishes a tombstone, also for a person without a document. Safe to repeat. */
  async erase(id: UserId, now: Date): Promise<void> {
    await eraseAggregate(this.model, id, "subscription.changed", now, { create: true });
  }

  /** Queues every subscription for publishing again: after a restore, projections differ. @returns how many */
  republish(now: Date): Promise<number> {
    return republish(this.model, now, "subscription.changed", (subscription) =>
      subscriptionChanged(subscription, this.#product),
    );
  }

  /** Stores the time of the next check. Only billing uses it, so the version stays the same. */
  async #scheduleCheck(subscription: Subscription, now: Date): Promise<void> {
    const { _id, version } = subscription;
    const nextCheckAt = nextCheck(subscription, now);
    await this.model.updateOne(
      { _id, version, erasedAt: null },
      nextCheckAt === null ? { $unset: { nextCheckAt: 1 } } : { $set: { nextCheckAt } },
    );
  }
}

/** One event when what it says changed, otherwise none. */
const eventsFor = (before: Subscription, after: Subscription, product: Product): OutboxEntry[] =>
  isDeepStrictEqual(publishedState(before, product), publishedState(after, product))
    ? []
    : [subscriptionChanged(after, product)];
