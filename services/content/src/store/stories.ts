import type { CategorySlug, Language } from "@matinale/contracts";
import { claim, leaseFields, type Leased } from "@matinale/kit";
import { Schema, type AnyBulkWriteOperation, type Connection, type Model } from "mongoose";
import type { Item, Source, Story } from "../domain/news.ts";

type ItemDocument = Omit<Item, "id"> & {
  _id: string;
  /** Null until it is known which event it tells. */
  storyId: string | null;
  expiresAt: Date;
};

type StoryDocument = Omit<Story, "id"> & { _id: string; lastSeenAt: Date; expiresAt: Date };

/** One desk a language: events are told apart by one worker at a time, else one event could become two stories. */
type DeskDocument = { _id: Language };

const day = 24 * 60 * 60 * 1000;
/** Longer than feeds keep their entries, so that none is taken for new twice. */
const itemDays = 21;
/** Longer than the longest window, a week. */
const storyDays = 9;

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
  .index({ language: 1, storyId: 1, publishedAt: 1 })
  .index({ expiresAt: 1 }, gone);

const sourceSchema = new Schema<Source>(
  {
    itemId: { type: String, required: true },
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
    language: { type: String, required: true },
    category: { type: String, required: true },
    countries: { type: [String], required: true },
    sources: { type: [sourceSchema], required: true },
    firstSeenAt: { type: Date, required: true },
    lastSeenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: "stories", versionKey: false, strict: "throw" },
)
  .index({ language: 1, category: 1, firstSeenAt: -1 })
  .index({ language: 1, lastSeenAt: 1 })
  .index({ expiresAt: 1 }, gone);

const deskSchema = new Schema<DeskDocument>(
  { _id: { type: String, required: true }, ...leaseFields },
  { collection: "desks", versionKey: false, strict: "throw" },
);

const sourceOf = (item: Item): Source => ({
  itemId: item.id,
  outlet: item.outlet,
  url: item.url,
  title: item.title,
  summary: item.summary,
  publishedAt: item.publishedAt,
});

const storyOf = ({ _id, ...story }: StoryDocument): Story => ({ id: _id, ...story });

export class StoryStore {
  readonly #items: Model<ItemDocument>;
  readonly #stories: Model<StoryDocument>;
  readonly #desks: Model<DeskDocument>;

  constructor(connection: Connection) {
    this.#items = connection.model<ItemDocument>("Item", itemSchema);
    this.#stories = connection.model<StoryDocument>("Story", storySchema);
    this.#desks = connection.model<DeskDocument>("Desk", deskSchema);
  }

  /** Takes in entries of a feed. Those known already change nothing. @returns how many were new */
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

  /** The right to sort the items of a language into stories, or null when somebody else has it. */
  async claimDesk(
    language: Language,
    leaseMs: number,
    now: Date,
  ): Promise<Leased<DeskDocument> | null> {
    await this.#desks.updateOne({ _id: language }, {}, { upsert: true });
    const filter = { _id: language };
    const [desk] = await claim(this.#desks, { filter, limit: 1, leaseMs, now });
    return desk ?? null;
  }

  async releaseDesk(desk: Leased<DeskDocument>): Promise<void> {
    await this.#desks.updateOne(
      { _id: desk._id, "lease.token": desk.lease.token },
      { $unset: { lease: 1 } },
    );
  }

  /** Items of which nobody has said yet what event they tell, the first published first. */
  async unsorted(language: Language, limit: number): Promise<Item[]> {
    const found = await this.#items
      .find({ language, storyId: null })
      .sort({ publishedAt: 1 })
      .limit(limit)
      .lean<ItemDocument[]>();
    return found.map(({ _id, storyId: _storyId, expiresAt: _expiresAt, ...item }) => ({
      id: _id,
      ...item,
      summary: item.summary ?? "",
    }));
  }

  /** Stories of a language that an outlet reported since then: those that a new item may belong to. */
  async recent(language: Language, since: Date): Promise<Story[]> {
    const found = await this.#stories
      .find({ language, lastSeenAt: { $gte: since } })
      .lean<StoryDocument[]>();
    return found.map(storyOf);
  }

  /** Puts items into their stories, new or known. Repeated, it changes nothing. */
  async sort(sorted: readonly { item: Item; storyId: string }[], now: Date): Promise<void> {
    if (sorted.length === 0) return;
    const expiresAt = new Date(now.getTime() + storyDays * day);
    const operations: AnyBulkWriteOperation<StoryDocument>[] = sorted.flatMap(
      ({ item, storyId }) => [
        {
          updateOne: {
            filter: { _id: storyId },
            update: {
              $setOnInsert: {
                language: item.language,
                category: item.category,
                countries: [item.country],
                sources: [sourceOf(item)],
                firstSeenAt: now,
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
              $push: { sources: sourceOf(item) },
              $addToSet: { countries: item.country },
              $set: { lastSeenAt: now, expiresAt },
            },
          },
        },
      ],
    );
    await this.#stories.bulkWrite(operations, { ordered: true });
    await this.#items.bulkWrite(
      sorted.map(({ item, storyId }) => ({
        updateOne: { filter: { _id: item.id }, update: { $set: { storyId } } },
      })),
      { ordered: false },
    );
  }

  /** Stories that are news in a window, the newest first; at most `limit`. */
  async news(
    window: {
      language: Language;
      categories: readonly CategorySlug[];
      windowStart: Date;
      windowEnd: Date;
    },
    limit: number,
  ): Promise<Story[]> {
    const found = await this.#stories
      .find({
        language: window.language,
        category: { $in: [...window.categories] },
        firstSeenAt: { $gt: window.windowStart, $lte: window.windowEnd },
      })
      .sort({ firstSeenAt: -1 })
      .limit(limit)
      .lean<StoryDocument[]>();
    return found.map(storyOf);
  }
}
