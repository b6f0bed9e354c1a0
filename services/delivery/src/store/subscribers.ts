import type { CategorySlug, Language, UserId } from "@matinale/contracts";
import {
  claim,
  type ClaimOptions,
  indexedDocuments,
  storeOf,
  type Leased,
} from "@matinale/kit/mongo";
import type { Connection, QueryFilter } from "mongoose";
import type { NewsWindow } from "../domain/schedule/news-window.ts";
import { zoneRelease } from "../domain/schedule/slot-instants.ts";
import {
  type Subscriber,
  type SubscriberChange,
  windowMs,
} from "../domain/subscriber/subscriber.ts";
import { batched } from "./batched.ts";
import { SubscriberAddresses } from "./subscriber-addresses.ts";

const schema = indexedDocuments()
  .index({ noticeAt: 1 }, { sparse: true })
  .index({ nextDueAt: 1 }, { sparse: true })
  .index({ zoneRelease: 1, nextDueAt: 1 }, { sparse: true })
  // One account for each number. The provider may use other digits for a number (`waId`).
  .index({ "channel.phone": 1 }, { unique: true, sparse: true })
  .index({ "channel.waId": 1 }, { sparse: true })
  .index({ "channel.userId": 1 }, { unique: true, sparse: true })
  .index({ "channel.lid": 1 }, { sparse: true })
  .index({ "channel.claimedUntil": 1 }, { sparse: true })
  .index(
    { "preferences.categories": 1, _id: 1 },
    { partialFilterExpression: { "preferences.alerts": true } },
  );

export class SubscriberStore extends storeOf<Subscriber>("subscribers", schema) {
  readonly addresses: SubscriberAddresses;
  /** Batched: calls within a few milliseconds become one query. */
  readonly of: (id: UserId) => Promise<Subscriber | null>;

  constructor(connection: Connection) {
    super(connection);
    this.addresses = new SubscriberAddresses(this.model);
    this.of = batched(async (ids) => {
      const found = new Map((await this.many([...new Set(ids)])).map((each) => [each._id, each]));
      return ids.map((id) => found.get(id) ?? null);
    });
  }

  many(ids: readonly UserId[]): Promise<Subscriber[]> {
    return this.model
      .find({ _id: { $in: ids } })
      .lean<Subscriber[]>()
      .exec();
  }

  /**
   * Claims subscribers whose next slot is due until then, the earliest first. A slot of a later release of the time
   * zone data is left to the replicas that have it, until `newerUntil`.
   */
  claimDue(
    { until, newerUntil }: { until: Date; newerUntil: Date },
    terms: Omit<ClaimOptions, "filter">,
  ): Promise<Leased<Subscriber>[]> {
    return claim<Subscriber>(this.model, {
      filter: {
        nextDueAt: { $lte: until },
        $or: [{ zoneRelease: { $not: { $gt: zoneRelease } } }, { nextDueAt: { $lte: newerUntil } }],
      },
      sort: { nextDueAt: 1 },
      guarded: true,
      ...terms,
    });
  }

  /** Subscribers with alerts about a category in these languages, by id, starting behind `after`. */
  withAlerts(
    { category, languages }: { category: CategorySlug; languages: readonly Language[] },
    limit: number,
    after?: UserId,
  ): Promise<Subscriber[]> {
    return this.model
      .find({
        "preferences.alerts": true,
        "preferences.categories": category,
        "preferences.language": { $in: [...languages] },
        ...(after === undefined ? {} : { _id: { $gt: after } }),
      })
      .sort({ _id: 1 })
      .limit(limit)
      .batchSize(limit + 1)
      .lean<Subscriber[]>()
      .exec();
  }

  /** Subscribers whose next slot is later than `from` and was computed with an older release of the time zone data. */
  withOlderZoneData(from: Date, limit: number): Promise<UserId[]> {
    return this.#idsOf({ zoneRelease: { $lt: zoneRelease }, nextDueAt: { $gt: from } }, limit);
  }

  /** Accounts whose pending number was not confirmed by its phone in time. */
  expiredPendingNumbers(now: Date, limit: number): Promise<UserId[]> {
    return this.#idsOf({ "channel.claimedUntil": { $lte: now } }, limit);
  }

  async #idsOf(filter: QueryFilter<Subscriber>, limit: number): Promise<UserId[]> {
    const found = await this.model.find(filter, { _id: 1 }).limit(limit).lean<{ _id: UserId }[]>();
    return found.map(({ _id }) => _id);
  }

  /** Counts an attempt or a request, across replicas. @returns those of this account on that day, with this one */
  async countOn(day: string, what: "connects" | "requests", id: UserId): Promise<number> {
    const sameDay = { $eq: [`$${what}.day`, day] };
    const count = { $cond: [sameDay, { $add: [`$${what}.count`, 1] }, 1] };
    const after = await this.model
      .findOneAndUpdate({ _id: id }, [{ $set: { [what]: { day, count } } }], {
        returnDocument: "after",
        projection: { [what]: 1 },
        updatePipeline: true,
      })
      .lean<Pick<Subscriber, "connects" | "requests">>();
    return after?.[what]?.count ?? 0;
  }

  /** Creates the document of a person, if their first event has not created it yet. */
  async ensure(id: UserId): Promise<void> {
    await this.insertNew(id, { createdAt: new Date() });
  }

  /**
   * Writes changes and releases leases, on condition that the fields the changes were computed from are
   * unchanged (optimistic lock).
   *
   * @returns false after a conflict: read the subscribers and compute all changes again
   */
  async saveSettings(
    changes: readonly { read: Subscriber; change: SubscriberChange }[],
  ): Promise<boolean> {
    if (changes.length === 0) return true;
    const result = await this.model.collection.bulkWrite(
      changes.map(({ read, change }) => ({
        updateOne: { filter: ifUnchanged(read), update: updateOf(change) },
      })),
      { ordered: false },
    );
    return result.matchedCount === changes.length;
  }

  /** A message from the phone opens its window until then. An earlier end than the stored one changes nothing. */
  async openWindows(ids: readonly UserId[], until: Date): Promise<void> {
    await this.model.updateMany({ _id: { $in: ids } }, { $max: { windowExpiresAt: until } });
  }

  /** The provider has reported at `at` that the window is closed. A later message from the phone keeps it open. */
  async closeWindow(id: UserId, at: Date): Promise<void> {
    const noMessageSince = { windowExpiresAt: { $lte: new Date(at.getTime() + windowMs) } };
    await this.model.updateOne({ _id: id, ...noMessageSince }, { $min: { windowExpiresAt: at } });
  }

  /** Advances the end of the news that were sent to this person. */
  async advanceNewsCursor(id: UserId, until: Date): Promise<void> {
    await this.model.updateOne({ _id: id }, { $max: { newsCursor: until } });
  }

  /** Sets it back to the start of a window, unless a later edition has advanced it beyond the end of this window. */
  async returnNewsCursor(id: UserId, { start, end }: NewsWindow): Promise<void> {
    await this.model.updateOne({ _id: id, newsCursor: end }, { $set: { newsCursor: start } });
  }

  /** Stores that the provider holds back messages to this person until then. */
  async holdBack(id: UserId, until: Date): Promise<void> {
    await this.model.updateOne({ _id: id }, { $max: { heldBackUntil: until } });
  }
}

const versionIs = (version: number | undefined) =>
  version === undefined ? { $exists: false } : version;

const ifUnchanged = (read: Subscriber): Record<string, unknown> => ({
  _id: read._id,
  revision: versionIs(read.revision),
  "user.version": versionIs(read.user?.version),
  "preferences.version": versionIs(read.preferences?.version),
  "subscription.version": versionIs(read.subscription?.version),
});

function updateOf({ newNumber = false, ...fields }: SubscriberChange) {
  const removed = [
    "lease",
    ...Object.entries(fields).flatMap(([name, value]) => (value === null ? name : [])),
    ...(newNumber ? ["windowExpiresAt", "heldBackUntil"] : []),
  ];
  const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return {
    $inc: { revision: 1 },
    $unset: Object.fromEntries(removed.map((name) => [name, 1])),
    ...(Object.keys(set).length > 0 ? { $set: set } : {}),
  };
}
