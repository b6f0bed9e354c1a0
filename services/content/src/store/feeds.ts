import { earliest, indexedDocuments, storeOf } from "@matinale/kit/mongo";
import type { Feed } from "../domain/news.ts";
import type { Validators } from "../domain/feeds/feed-reading.ts";
import type { FeedState } from "../domain/feeds/feed-state.ts";

export type StoredFeed = Omit<Feed, "id" | "confirmed"> &
  Validators &
  FeedState & {
    host: string;
    listed: boolean;
    nextPollAt: Date;
    bodyHash?: string;
    /** Ids of the entries without a readable date at the last poll. */
    undated?: string[];
  };

/** An outlet in one language and country, and what it allows. */
export type Outlet = Pick<StoredFeed, "language" | "country" | "terms"> & {
  name: string;
  /** The licence or the agreement that allows more than headlines. */
  licence: string | null;
  simulated: boolean;
};

const feedSchema = indexedDocuments()
  .index({ listed: 1, nextPollAt: 1 })
  .index({ host: 1, listed: 1, nextPollAt: 1 });

/** Feeds of the catalogue that are not switched off. */
const polledFeeds = { listed: true, off: { $ne: true } } as const;

/** Fields that a feed loses when the catalogue no longer has them. */
const removable = ["owner", "licence"] as const;

export class FeedStore extends storeOf<StoredFeed>("feeds", feedSchema) {
  /**
   * Replaces the polled feeds by those of the catalogue. New feeds are due at once; known feeds keep their state. A feed
   * whose address has changed is read at once as if for the first time: its server did not give the validators.
   */
  async list(catalogue: readonly Feed[], now: Date): Promise<void> {
    if (catalogue.length === 0) return;
    await this.model.bulkWrite(
      catalogue.flatMap(({ id, confirmed: _confirmed, ...feed }) => [
        {
          updateOne: {
            filter: { _id: id, url: { $ne: feed.url } },
            update: {
              $set: { url: feed.url, nextPollAt: now },
              $unset: { etag: 1, lastModified: 1, bodyHash: 1, readAt: 1 },
            },
          },
        },
        {
          updateOne: {
            filter: { _id: id },
            update: {
              $set: {
                ...feed,
                mixed: feed.mixed ?? false,
                simulated: feed.simulated ?? false,
                host: new URL(feed.url).host,
                listed: true,
              },
              $unset: Object.fromEntries(
                removable.flatMap((field) => (feed[field] === undefined ? [[field, 1]] : [])),
              ),
              $setOnInsert: { nextPollAt: now, failures: 0 },
            },
            upsert: true,
          },
        },
      ]),
    );
    const ids = catalogue.map(({ id }) => id);
    await this.model.updateMany({ _id: { $nin: ids }, listed: true }, { $set: { listed: false } });
  }

  /** Hosts with a feed that is due, also those that are being polled, the longest overdue first. */
  async dueHosts(now: Date): Promise<string[]> {
    const due = await this.model
      .find({ ...polledFeeds, nextPollAt: { $lte: now } }, { host: 1 })
      .sort({ nextPollAt: 1 })
      .lean<Pick<StoredFeed, "host">[]>();
    return [...new Set(due.map(({ host }) => host))];
  }

  /** When the next feed is due, in the past while it is being polled; null without feeds. */
  nextDueAt(): Promise<Date | null> {
    return earliest(this.model, "nextPollAt", polledFeeds);
  }

  /** Feeds of a host that are due, the longest overdue first. */
  due(host: string, limit: number, now: Date): Promise<StoredFeed[]> {
    return this.model
      .find({ host, ...polledFeeds, nextPollAt: { $lte: now } })
      .sort({ nextPollAt: 1 })
      .limit(limit)
      .lean<StoredFeed[]>()
      .exec();
  }

  /** Records a poll, unless the feed has another address by now. */
  async polled(
    { _id, url }: Pick<StoredFeed, "_id" | "url">,
    change: Partial<
      Pick<StoredFeed, "etag" | "lastModified" | "bodyHash" | "undated" | "lastFailure" | "readAt">
    > &
      Pick<StoredFeed, "nextPollAt" | "failures">,
  ): Promise<void> {
    await this.model.updateOne({ _id, url }, { $set: change });
  }

  /** Switches a feed off or on in every replica, from its next poll; on: due at once. @returns whether the feed exists */
  async switch(id: string, to: "on" | "off", now: Date): Promise<boolean> {
    const change =
      to === "off" ? { $set: { off: true } } : { $unset: { off: 1 }, $set: { nextPollAt: now } };
    return (await this.model.updateOne({ _id: id }, change)).matchedCount === 1;
  }

  states(): Promise<FeedState[]> {
    const fields = { terms: 1, off: 1, failures: 1, lastFailure: 1, readAt: 1 };
    return this.model.find({ listed: true }, fields).sort({ _id: 1 }).lean<FeedState[]>().exec();
  }

  async postpone(host: string, until: Date): Promise<void> {
    await this.model.updateMany(
      { host, listed: true, nextPollAt: { $lt: until } },
      { $set: { nextPollAt: until } },
    );
  }

  async outlets(): Promise<Outlet[]> {
    const outlet = {
      name: "$outlet",
      language: "$language",
      country: "$country",
      terms: "$terms",
      licence: { $ifNull: ["$licence", null] },
      simulated: "$simulated",
    };
    const found = await this.model.aggregate<{ _id: Outlet }>([
      { $match: polledFeeds },
      { $group: { _id: outlet } },
    ]);
    const outlets = found.map(({ _id }) => _id);
    return outlets.toSorted((one, other) => one.name.localeCompare(other.name));
  }

  async owners(): Promise<Map<string, string>> {
    const found = await this.model
      .find({ owner: { $exists: true } }, { owner: 1 })
      .lean<Pick<StoredFeed, "_id" | "owner">[]>();
    return new Map(found.flatMap(({ _id, owner }) => (owner === undefined ? [] : [[_id, owner]])));
  }
}
