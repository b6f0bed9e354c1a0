import { isDeepStrictEqual } from "node:util";
import { change, recordTombstone, republish, wake } from "@matinale/bus";
import type { ErasedPeople, Outboxed, OutboxEntry } from "@matinale/bus";
import type { Language, UserId } from "@matinale/contracts";
import { counter, HttpError, httpTexts, isDuplicateKey } from "@matinale/kit";
import type { Connection, Model } from "mongoose";
import { nextLook } from "../domain/subscription/next-check.ts";
import {
  entitlementOf,
  standing,
  startTrial,
  withoutTrial,
} from "../domain/subscription/subscription.ts";
import type { Status, Subscription } from "../domain/subscription/subscription.ts";
import { subscriptionChanged } from "../events/subscription-changed.ts";
import { subscriptionSchema } from "./subscription-schema.ts";

/**
 * `erasedAt`: only the news of the erasure is left, and that expires. `lookAt`: when something may
 * happen by itself.
 */
export type SubscriptionDocument = Subscription & Outboxed & { erasedAt?: Date; lookAt?: Date };

export type SubscriptionFields = Pick<
  Subscription,
  "paid" | "open" | "customerId" | "attempt" | "renewal"
>;

const statusChanges = counter("billing_status_changes_total");

export class SubscriptionStore {
  readonly model: Model<SubscriptionDocument>;
  readonly #erased: Pick<ErasedPeople, "among">;

  /** @param erased  outlives the document of an erased person, which expires */
  constructor(connection: Connection, erased: Pick<ErasedPeople, "among">) {
    this.#erased = erased;
    this.model = connection.model<SubscriptionDocument>("Subscription", subscriptionSchema);
  }

  of(id: UserId): Promise<Subscription | null> {
    return this.model.findOne({ _id: id, erasedAt: null }).lean<Subscription>().exec();
  }

  /** Somebody who acts before the news of their sign-up has come begins their trial by it. */
  async existing(id: UserId, now: Date): Promise<Subscription> {
    await this.startTrial(id, now);
    const found = await this.of(id);
    if (found === null) throw new HttpError("UNAUTHENTICATED", httpTexts.signIn);
    return found;
  }

  ofCustomer(customerId: string): Promise<Subscription | null> {
    return this.model.findOne({ customerId, erasedAt: null }).lean<Subscription>().exec();
  }

  /** Everybody has one trial: asked again, it changes nothing and answers false. */
  startTrial(id: UserId, signedUpAt: Date): Promise<boolean> {
    const trial = startTrial(id, signedUpAt);
    return this.#begin({ ...trial, outbox: [subscriptionChanged(trial)] });
  }

  /**
   * There is no trial for this person, or no more of it: from `at` on only what is paid is in force. Asked
   * again, it changes nothing; a trial that ended by itself is left as it was.
   *
   * @returns whether there was a trial to take away
   */
  async takeTrial(id: UserId, at: Date): Promise<boolean> {
    const none = withoutTrial(id, at);
    if (await this.#begin({ ...none, outbox: [subscriptionChanged(none)] })) return true;
    let taken = false;
    await change(this.model, id, (current) => {
      taken = !current.erasedAt && current.trialEndsAt > at;
      if (!taken) return null;
      const ended = { trialEndsAt: at, trialUsed: true };
      const next = { ...current, ...ended };
      const set = { ...ended, status: standing(next, at) };
      const after = { ...next, ...set, version: current.version + 1 };
      return { set, events: news(current, after) };
    });
    return taken;
  }

  /** @returns false when the person has a document already, or was erased */
  async #begin(document: Omit<SubscriptionDocument, "lookAt">): Promise<boolean> {
    if ((await this.model.exists({ _id: document._id })) !== null) return false;
    if ((await this.#erased.among([document._id])).size > 0) return false;
    return this.#insert(document);
  }

  /** @returns false when the person has a document already */
  async #insert(document: Omit<SubscriptionDocument, "lookAt">): Promise<boolean> {
    try {
      await this.model.create(document);
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    wake(this.model);
    return true;
  }

  /** Keeps the language in which this person is addressed; nobody else acts on it. */
  async address(id: UserId, language: Language): Promise<void> {
    await this.model.updateOne({ _id: id, erasedAt: null }, { $set: { language } });
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

  /** Takes one subscription that is to be looked at, and keeps others from it for `holdMs`. */
  async takeDue(now: Date, holdMs: number): Promise<UserId | null> {
    const taken = await this.model
      .findOneAndUpdate(
        { lookAt: { $lte: now } },
        { $set: { lookAt: new Date(now.getTime() + holdMs) } },
        { sort: { lookAt: 1 }, projection: { _id: 1 } },
      )
      .lean<{ _id: UserId }>();
    return taken?._id ?? null;
  }

  /** Somebody waits for their first payment to be noticed. */
  async lookNow(id: UserId, now: Date): Promise<void> {
    await this.model.updateOne({ _id: id, open: { $ne: null } }, { $set: { lookAt: now } });
  }

  /**
   * Writes what `decide` says, brings the status up to `now`, and tells others if what they act on has
   * changed. Nothing is written when all is as it was, so repeats do no harm; an erased person stays so.
   */
  async settle(
    id: UserId,
    now: Date,
    decide: (current: Subscription) => Partial<SubscriptionFields> = () => ({}),
  ): Promise<Subscription> {
    let taken: Status | undefined;
    const settled = await change(this.model, id, (current) => {
      taken = undefined;
      if (current.erasedAt) return null;
      const set = { ...decide(current) };
      const next = { ...current, ...set };
      const status = standing(next, now);
      const differs = Object.entries({ ...set, status }).some(
        ([name, value]) =>
          !isDeepStrictEqual(value ?? null, current[name as keyof Subscription] ?? null),
      );
      if (!differs) return null;
      if (status !== current.status) taken = status;
      const { version } = current;
      return {
        set: { ...set, status },
        events: news(current, { ...next, status, version: version + 1 }),
      };
    });
    if (taken !== undefined) statusChanges.inc({ status: taken });
    await this.#planLook(settled, now);
    return settled;
  }

  /** Forgets the person and tells so. */
  async erase(id: UserId, now: Date): Promise<void> {
    // A person without a document gets one too, for its tombstone.
    const unknown = { ...withoutTrial(id, now), ...nobody, erasedAt: now };
    const tombstone = recordTombstone("subscription.changed", id);
    if (await this.#insert({ ...unknown, outbox: [tombstone] })) return;
    await change(this.model, id, (current) =>
      current.erasedAt
        ? null
        : {
            set: { ...nobody, status: "lapsed" as const, erasedAt: now },
            events: [recordTombstone("subscription.changed", id)],
          },
    );
    await this.model.updateOne({ _id: id }, { $unset: { lookAt: 1 } });
  }

  /** Tells of everybody again, for copies that a restore has left older or newer. @returns how many */
  republish(now: Date): Promise<number> {
    return republish(this.model, now, (subscription) =>
      subscription.erasedAt
        ? recordTombstone("subscription.changed", subscription._id)
        : subscriptionChanged(subscription),
    );
  }

  /** No part of the state: nobody else acts on it, so it makes no new version. */
  async #planLook(subscription: Subscription, now: Date): Promise<void> {
    const { _id, version } = subscription;
    const lookAt = nextLook(subscription, now);
    await this.model.updateOne(
      { _id, version, erasedAt: null },
      lookAt === null ? { $unset: { lookAt: 1 } } : { $set: { lookAt } },
    );
  }
}

const nobody = {
  paid: null,
  open: null,
  customerId: null,
  language: null,
  renewal: null,
  trialUsed: false,
  attempt: 0,
};

/** One event if what others enforce has changed, else none. */
const news = (before: Subscription, after: Subscription): OutboxEntry[] =>
  before.status === after.status && isDeepStrictEqual(entitlementOf(before), entitlementOf(after))
    ? []
    : [subscriptionChanged(after)];
