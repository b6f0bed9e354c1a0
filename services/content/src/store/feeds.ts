import { claim, earliest, indexedDocuments, type Leased } from "@matinale/kit";
import type { Connection, Model } from "mongoose";
import type { Feed } from "../domain/news.ts";
import type { Validators } from "../domain/feeds/feed-reading.ts";
import type { FeedState } from "../domain/feeds/feed-state.ts";

export type StoredFeed = Omit<Feed, "id" | "confirmed"> &
  Validators &
  FeedState & {
    host: string;
    /** Whether the feed is in the catalogue. */
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
  /** A sample of development. */
  simulated: boolean;
};

/** Hosts are claimed, not feeds: one process at a time sends one request at a time to a host. */
type HostDocument = { _id: string; nextPollAt: Date };

const feedSchema = indexedDocuments().index({ host: 1, listed: 1, nextPollAt: 1 });

const hostSchema = indexedDocuments().index({ nextPollAt: 1 });

/** Feeds of the catalogue that are not switched off. */
const polledFeeds = { listed: true, off: { $ne: true } } as const;

/** Fields that a feed loses when the catalogue no longer has them. */
const removable = ["owner", "licence"] as const;

/** Next poll of a host without feeds. */
const never = new Date(8_640_000_000_000_000 / 100);

export class FeedStore {
  readonly #feeds: Model<StoredFeed>;
  readonly #hosts: Model<HostDocument>;

  constructor(connection: Connection) {
    this.#feeds = connection.model<StoredFeed>("feeds", feedSchema, "feeds");
    this.#hosts = connection.model<HostDocument>("hosts", hostSchema, "hosts");
  }

  /**
   * Replaces the polled feeds by those of the catalogue. New feeds are due at once; known feeds keep their state. A feed
   * whose address has changed is read at once as if for the first time: its server did not give the validators.
   */
  async list(catalogue: readonly Feed[], now: Date): Promise<void> {
    if (catalogue.length === 0) return;
    await this.#feeds.bulkWrite(
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
    await this.#feeds.updateMany({ _id: { $nin: ids }, listed: true }, { $set: { listed: false } });
    const hosts = new Set(catalogue.map(({ url }) => new URL(url).host));
    for (const host of hosts) await this.#hasten(host);
  }

  /** Makes a host due with the first of its feeds, if it is not due earlier. */
  async #hasten(host: string): Promise<void> {
    const nextPollAt = await this.#nextPollAt(host);
    await this.#hosts.updateOne({ _id: host }, { $min: { nextPollAt } }, { upsert: true });
  }

  /** Leases hosts with a feed that is due. */
  claimHosts(limit: number, leaseMs: number, now: Date): Promise<Leased<HostDocument>[]> {
    return claim(this.#hosts, {
      filter: { nextPollAt: { $lte: now } },
      sort: { nextPollAt: 1 },
      limit,
      leaseMs,
      now,
    });
  }

  /** When the next host is due; in the past while a due host is being polled. */
  async nextDueAt(): Promise<Date> {
    return (await earliest(this.#hosts, "nextPollAt", {})) ?? never;
  }

  /** Feeds of a host that are due, the longest overdue first. */
  due(host: string, limit: number, now: Date): Promise<StoredFeed[]> {
    return this.#feeds
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
    await this.#feeds.updateOne({ _id, url }, { $set: change });
  }

  /** Releases a host; it is due again with the first of its feeds. */
  async release(host: Leased<HostDocument>): Promise<void> {
    const nextPollAt = await this.#nextPollAt(host._id);
    await this.#hosts.updateOne(
      { _id: host._id, "lease.token": host.lease.token },
      { $set: { nextPollAt }, $unset: { lease: 1 } },
    );
  }

  async #nextPollAt(host: string): Promise<Date> {
    return (await earliest(this.#feeds, "nextPollAt", { host, ...polledFeeds })) ?? never;
  }

  /** Switches a feed off or on in every replica, from its next poll; on: due at once. @returns whether the feed exists */
  async switch(id: string, to: "on" | "off", now: Date): Promise<boolean> {
    const change =
      to === "off" ? { $set: { off: true } } : { $unset: { off: 1 }, $set: { nextPollAt: now } };
    const feed = await this.#feeds.findOneAndUpdate({ _id: id }, change).lean<StoredFeed>();
    if (feed !== null) await this.#hasten(feed.host);
    return feed !== null;
  }

  /** The states of all feeds of the catalogue, by id. */
  states(): Promise<FeedState[]> {
    const fields = { terms: 1, off: 1, failures: 1, lastFailure: 1, readAt: 1 };
    return this.#feeds.find({ listed: true }, fields).sort({ _id: 1 }).lean<FeedState[]>().exec();
  }

  /** Postpones all feeds of a host that requested a pause. */
  async postpone(host: string, until: Date): Promise<void> {
    await this.#feeds.updateMany(
      { host, listed: true, nextPollAt: { $lt: until } },
      { $set: { nextPollAt: until } },
    );
  }

  /** The outlets whose feeds are polled, by name. */
  async outlets(): Promise<Outlet[]> {
    const found = await this.#feeds
      .find(polledFeeds, { outlet: 1, language: 1, country: 1, terms: 1, licence: 1, simulated: 1 })
      .lean<StoredFeed[]>();
    const outlets = found.map(
      ({ outlet: name, language, country, terms, licence = null, simulated = false }) => ({
        name,
        language,
        country,
        terms,
        licence,
        simulated,
      }),
    );
    const distinct = new Map(outlets.map((each) => [JSON.stringify(each), each]));
    return [...distinct.values()].toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /** Owners of outlets by feed, of the feeds whose outlet has one. */
  async owners(): Promise<Map<string, string>> {
    const found = await this.#feeds
      .find({ owner: { $exists: true } }, { owner: 1 })
      .lean<Pick<StoredFeed, "_id" | "owner">[]>();
    return new Map(found.flatMap(({ _id, owner }) => (owner === undefined ? [] : [[_id, owner]])));
  }
}
