import { languages, type CategorySlug, type Language } from "@matinale/contracts";
import { claim, leaseFields, type Leased } from "@matinale/kit";
import type { Edition, Source, Story } from "@matinale/newsroom";
import { Schema, type AnyBulkWriteOperation, type Connection, type Model } from "mongoose";
import type { Slice } from "../domain/digest/candidate-slices.ts";
import type { Item } from "../domain/news.ts";

type ItemDocument = Omit<Item, "id"> & {
  _id: string;
  /** Null until the item is assigned to a story. */
  storyId: string | null;
  expiresAt: Date;
};

/** An article with its language: articles about one event are one story, in whatever languages. */
export type SourceArticle = Source & { language: Language; feedId?: string | undefined };

type StoryDocument = {
  _id: string;
  category: CategorySlug;
  countries: Edition[];
  sources: SourceArticle[];
  /**
   * From when on it is news in a language; absent until all else is written. Never moves, so that a new source does
   * not make old news new.
   */
  firstSeen?: { [language in Language]?: Date };
  lastSeenAt: Date;
  expiresAt: Date;
};

/** Leases of which one process at a time may hold one. Two processes that cluster could make two stories of one event. */
type SingletonLease = { _id: string };
const clusteringLease = "story-clustering";

const day = 24 * 60 * 60 * 1000;
/** Longer than feeds keep their entries, so that no entry is stored as new twice. */
const itemDays = 21;
/** Longer than the longest window, a week. */
const storyDays = 9;

/**
 * A story is news this long after the database has stamped it, so that every window that it belongs to is read after it
 * can be found: the stamp's write is given up before, and what is left of the margin covers clocks that differ.
 */
const visibleAfterMs = 3_000;
const stampWithinMs = 2_000;

const gone = { expireAfterSeconds: 0 } as const;

const itemSchema = new Schema<ItemDocument>(
  {
    _id: { type: String, required: true },
    feedId: { type: String, required: true },
    outlet: { type: String, required: true },
    language: { type: String, required: true },
    country: { type: String, required: true },
    category: { type: String, required: true },
    title: { type: String, required: true },
    summary: String,
    url: { type: String, required: true },
    publishedAt: { type: Date, required: true },
    storyId: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: "items", versionKey: false, strict: "throw" },
)
  .index({ storyId: 1, publishedAt: 1 })
  .index({ expiresAt: 1 }, gone);

const sourceSchema = new Schema<SourceArticle>(
  {
    itemId: { type: String, required: true },
    language: { type: String, required: true },
    feedId: String,
    outlet: { type: String, required: true },
    url: { type: String, required: true },
    title: { type: String, required: true },
    summary: String,
    publishedAt: { type: Date, required: true },
  },
  { _id: false },
);

const storySchema = new Schema<StoryDocument>(
  {
    _id: { type: String, required: true },
    category: { type: String, required: true },
    countries: { type: [String], required: true },
    sources: { type: [sourceSchema], required: true },
    firstSeen: { fr: Date, en: Date },
    lastSeenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: "stories", versionKey: false, strict: "throw" },
)
  .index({ lastSeenAt: 1 })
  .index({ expiresAt: 1 }, gone);
for (const language of languages) storySchema.index({ category: 1, [`firstSeen.${language}`]: -1 });

const singletonLeaseSchema = new Schema<SingletonLease>(
  { _id: { type: String, required: true }, ...leaseFields },
  { collection: "singleton_leases", versionKey: false, strict: "throw" },
);

const articleOf = (item: Item): SourceArticle => ({
  itemId: item.id,
  language: item.language,
  feedId: item.feedId,
  outlet: item.outlet,
  url: item.url,
  title: item.title,
  summary: item.summary,
  publishedAt: item.publishedAt,
});

const sourceOf = ({ language: _language, feedId: _feedId, ...source }: SourceArticle): Source =>
  source;

/** The story with its articles in one language apart from the others. */
const storyOf = (
  { _id, category, countries, sources, firstSeen, lastSeenAt }: StoryDocument,
  language: Language,
): Story => ({
  id: _id,
  language,
  category,
  countries,
  sources: sources.filter((each) => each.language === language).map(sourceOf),
  elsewhere: sources.filter((each) => each.language !== language).map(sourceOf),
  firstSeenAt: firstSeen?.[language] ?? lastSeenAt,
});

type Wanted = { language: Language; categories: readonly CategorySlug[] };
type Window = { windowStart: Date; windowEnd: Date };
type NewestStages = [
  { $match: Record<string, unknown> },
  { $sort: Record<string, -1> },
  { $limit: number },
];

export class StoryStore {
  readonly #items: Model<ItemDocument>;
  readonly #stories: Model<StoryDocument>;
  readonly #leases: Model<SingletonLease>;

  constructor(connection: Connection) {
    this.#items = connection.model<ItemDocument>("Item", itemSchema);
    this.#stories = connection.model<StoryDocument>("Story", storySchema);
    this.#leases = connection.model<SingletonLease>("SingletonLease", singletonLeaseSchema);
  }

  /** Stores items of a feed. Known items change nothing. @returns how many were new */
  async receive(items: readonly Item[], now: Date): Promise<number> {
    if (items.length === 0) return 0;
    const expiresAt = new Date(now.getTime() + itemDays * day);
    const result = await this.#items.bulkWrite(
      items.map(({ id, ...item }) => ({
        updateOne: {
          filter: { _id: id },
          update: { $setOnInsert: { ...item, storyId: null, expiresAt } },
          upsert: true,
        },
      })),
      { ordered: false },
    );
    return result.upsertedCount;
  }

  /** Takes the singleton lease for clustering. @returns null when another process holds it */
  async claimClustering(leaseMs: number, now: Date): Promise<Leased<SingletonLease> | null> {
    await this.#leases.updateOne({ _id: clusteringLease }, {}, { upsert: true });
    const [lease] = await claim(this.#leases, {
      filter: { _id: clusteringLease },
      limit: 1,
      leaseMs,
      now,
    });
    return lease ?? null;
  }

  async releaseClustering(held: Leased<SingletonLease>): Promise<void> {
    await this.#leases.updateOne(
      { _id: held._id, "lease.token": held.lease.token },
      { $unset: { lease: 1 } },
    );
  }

  /** Items without a story, the earliest published first. */
  async unclustered(limit: number): Promise<Item[]> {
    const found = await this.#items
      .find({ storyId: null })
      .sort({ publishedAt: 1 })
      .limit(limit)
      .lean<ItemDocument[]>();
    return found.map(({ _id, storyId: _storyId, expiresAt: _expiresAt, ...item }) => ({
      id: _id,
      ...item,
      summary: item.summary ?? "",
    }));
  }

  /** Articles of the stories that an outlet reported since then: those that a new item may belong to. */
  async recent(since: Date): Promise<{ storyId: string; articles: SourceArticle[] }[]> {
    const found = await this.#stories
      .find({ lastSeenAt: { $gte: since }, "sources.language": { $exists: true } }, { sources: 1 })
      .lean<Pick<StoryDocument, "_id" | "sources">[]>();
    return found.map(({ _id, sources }) => ({ storyId: _id, articles: sources }));
  }

  /** Adds items to their stories, new or known. Repeated, it changes nothing. */
  async assign(assigned: readonly { item: Item; storyId: string }[]): Promise<void> {
    if (assigned.length === 0) return;
    const now = new Date();
    const expiresAt = new Date(now.getTime() + storyDays * day);
    const operations: AnyBulkWriteOperation<StoryDocument>[] = assigned.flatMap(
      ({ item, storyId }) => [
        {
          updateOne: {
            filter: { _id: storyId },
            update: {
              $setOnInsert: {
                category: item.category,
                countries: [item.country],
                sources: [articleOf(item)],
                lastSeenAt: now,
                expiresAt,
              },
            },
            upsert: true,
          },
        },
        {
          updateOne: {
            filter: { _id: storyId, "sources.itemId": { $ne: item.id } },
            update: {
              $push: { sources: articleOf(item) },
              $addToSet: { countries: item.country },
              $set: { lastSeenAt: now, expiresAt },
            },
          },
        },
      ],
    );
    await this.#stories.bulkWrite(operations, { ordered: true });
    for (const [language, ofLanguage] of Map.groupBy(assigned, ({ item }) => item.language)) {
      await this.#makeNews(
        ofLanguage.map(({ storyId }) => storyId),
        language,
      );
    }
    await this.#items.bulkWrite(
      assigned.map(({ item, storyId }) => ({
        updateOne: { filter: { _id: item.id }, update: { $set: { storyId } } },
      })),
      { ordered: false },
    );
  }

  /** Stamps stories that are complete, by the database's clock: ours may differ between processes, or stand still. */
  async #makeNews(storyIds: readonly string[], language: Language): Promise<void> {
    const firstSeen = `firstSeen.${language}`;
    await this.#stories.updateMany(
      { _id: { $in: [...storyIds] }, [firstSeen]: { $exists: false } },
      [{ $set: { [firstSeen]: { $add: ["$$NOW", visibleAfterMs] } } }],
      { updatePipeline: true, maxTimeMS: stampWithinMs },
    );
  }

  /** Stories that are news in a window, the newest first; at most `limit`. */
  async news(
    { windowStart, windowEnd, ...wanted }: Wanted & Window,
    limit: number,
  ): Promise<Story[]> {
    const firstSeen = `firstSeen.${wanted.language}`;
    const found = await this.#stories
      .find({
        category: { $in: [...wanted.categories] },
        [firstSeen]: { $gt: windowStart, $lte: windowEnd },
      })
      .sort({ [firstSeen]: -1 })
      .limit(limit)
      .lean<StoryDocument[]>();
    return found.map((story) => storyOf(story, wanted.language));
  }

  /**
   * The newest stories of each category in each slice of time, at most `limit` of each. One query, which reads by index
   * only what it answers.
   */
  async newsOfSlices(
    { language, categories }: Wanted,
    slices: readonly Slice[],
    limit: number,
  ): Promise<Story[]> {
    const firstSeen = `firstSeen.${language}`;
    const [first, ...others] = slices.flatMap(({ start, end }) =>
      categories.map((category): NewestStages => [
        { $match: { category, [firstSeen]: { $gt: start, $lte: end } } },
        { $sort: { [firstSeen]: -1 } },
        { $limit: limit },
      ]),
    );
    if (first === undefined) return [];
    const { name: coll } = this.#stories.collection;
    const found = await this.#stories.aggregate<StoryDocument>([
      ...first,
      ...others.map((pipeline) => ({ $unionWith: { coll, pipeline } })),
    ]);
    return found.map((story) => storyOf(story, language));
  }
}
