import { languages, type CategorySlug, type CountryCode, type Language } from "@matinale/contracts";
import { indexedDocuments, storeOf } from "@matinale/kit/mongo";
import type { Edition, Source, Story } from "@matinale/newsroom";
import type { AnyBulkWriteOperation, QueryFilter } from "mongoose";
import { summaryFactor } from "../domain/digest/choose-stories.ts";
import type { DigestOrder, Item } from "../domain/news.ts";
import type { Assignment } from "./items.ts";

/** An article with its language. Articles about one event are one story, also in several languages. */
export type SourceArticle = Source & { language: Language; feedId: string };

type StoryDocument = {
  _id: string;
  category: CategorySlug;
  countries: Edition[];
  sources: SourceArticle[];
  /**
   * How many outlets report it, in all languages, times `summaryFactor` when the story has more than headlines. Missing
   * until the rest of the story is written.
   */
  outlets?: number;
  /**
   * Since when the story is news in a language; missing until the rest of the story is written. It never changes, so
   * that a new article does not make an old story news again.
   */
  firstSeen?: { [language in Language]?: Date };
  lastSeenAt: Date;
  /** Since when an operator has withdrawn it: no digest and no alert has it, also when it gets new articles. */
  withdrawnAt?: Date;
  expiresAt: Date;
};

const day = 24 * 60 * 60 * 1000;
/** Longer than the longest window of a digest, a week. */
const storyDays = 9;
/**
 * Most articles of a story, its last ones; the largest stories have hundreds. A document has 16 MB at most, and a write that
 * fails for one story would hold up the articles of all feeds.
 */
const maxSources = 1_000;

/**
 * A story becomes news this long after the database stamps it. No digest can then read a window before the story in it
 * can be found: the stamp is written within `stampWithinMs` or fails, and the rest of the margin covers differing clocks.
 */
const visibleAfterMs = 3_000;
const stampWithinMs = 2_000;

const storySchema = indexedDocuments()
  .index({ lastSeenAt: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// news() of one country, and of the other countries
for (const language of languages) {
  const widestFirst = { category: 1, outlets: -1, [`firstSeen.${language}`]: -1 } as const;
  storySchema.index({ countries: 1, ...widestFirst }).index(widestFirst);
}

const notWithdrawn = { withdrawnAt: { $exists: false } } as const;

const hasHeadlinesOnly = { $setIsSubset: ["$sources.terms", ["headline"]] };
const countOutlets = [
  {
    $set: {
      outlets: {
        $multiply: [
          { $size: { $setUnion: ["$sources.outlet", []] } },
          { $cond: [hasHeadlinesOnly, 1, summaryFactor] },
        ],
      },
    },
  },
];

/** The stories of each distance from a reader, the nearest first, as `storyQueue` takes them. */
const byDistance = (country: CountryCode): QueryFilter<StoryDocument>[] => [
  { countries: country },
  { countries: { $eq: "international", $ne: country } },
  { countries: { $nin: [country, "international"] } },
];

const articleOf = ({
  id,
  country: _country,
  category: _category,
  ...article
}: Item): SourceArticle => ({
  itemId: id,
  ...article,
});

/** The story for readers of one language: articles in this language, and those in others. */
const storyOf = (
  { _id, category, countries, sources, firstSeen, lastSeenAt }: StoryDocument,
  language: Language,
): Story => ({
  id: _id,
  language,
  category,
  countries,
  sources: sources.filter((each) => each.language === language),
  elsewhere: sources.filter((each) => each.language !== language),
  firstSeenAt: firstSeen?.[language] ?? lastSeenAt,
});

type Wanted = Pick<DigestOrder, "language" | "country" | "windowStart" | "windowEnd">;

export class StoryStore extends storeOf<StoryDocument>("stories", storySchema) {
  /** The stories that had an article since then, with their articles: a new item may belong to them. */
  recent(
    since: Date,
  ): Promise<Pick<StoryDocument, "_id" | "category" | "countries" | "sources">[]> {
    return this.model
      .find({ lastSeenAt: { $gte: since } }, { sources: 1, category: 1, countries: 1 })
      .lean<StoryDocument[]>()
      .exec();
  }

  /** Adds items to their stories, and creates new stories. Repeating it changes nothing. */
  async assign(assigned: readonly Assignment[]): Promise<void> {
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
              $push: { sources: { $each: [articleOf(item)], $slice: -maxSources } },
              $addToSet: { countries: item.country },
              $set: { lastSeenAt: now, expiresAt },
            },
          },
        },
      ],
    );
    await this.model.bulkWrite(operations, { ordered: true });
    const changed = assigned.map(({ storyId }) => storyId);
    await this.model.updateMany({ _id: { $in: changed } }, countOutlets, { updatePipeline: true });
    for (const [language, ofLanguage] of Map.groupBy(assigned, ({ item }) => item.language)) {
      await this.#makeNews(
        ofLanguage.map(({ storyId }) => storyId),
        language,
      );
    }
  }

  /** Stamps written stories by the clock of the database: clocks of processes may differ, and a process may be frozen. */
  async #makeNews(storyIds: readonly string[], language: Language): Promise<void> {
    const firstSeen = `firstSeen.${language}`;
    await this.model.updateMany(
      { _id: { $in: [...storyIds] }, [firstSeen]: { $exists: false } },
      [{ $set: { [firstSeen]: { $add: ["$$NOW", visibleAfterMs] } } }],
      { updatePipeline: true, maxTimeMS: stampWithinMs },
    );
  }

  /**
   * Stores the new texts of articles. `correctedAt`: when facts changed with it, so that a script of the article is written
   * again; null for another wording.
   */
  async correct(changed: readonly (Assignment & { correctedAt: Date | null })[]): Promise<void> {
    if (changed.length === 0) return;
    await this.model.bulkWrite(
      changed.map(({ item: { id, title, summary }, storyId, correctedAt }) => ({
        updateOne: {
          filter: { _id: storyId, "sources.itemId": id },
          update: {
            $set: {
              "sources.$.title": title,
              "sources.$.summary": summary,
              ...(correctedAt === null ? {} : { "sources.$.correctedAt": correctedAt }),
            },
          },
        },
      })),
      { ordered: false },
    );
  }

  /** Withdraws a story from all digests and alerts. Repeats keep the first instant. @returns whether the story exists */
  async withdraw(id: string, now: Date): Promise<boolean> {
    await this.model.updateOne({ _id: id, ...notWithdrawn }, { $set: { withdrawnAt: now } });
    return (await this.model.exists({ _id: id })) !== null;
  }

  async areWithdrawn(ids: readonly string[]): Promise<boolean> {
    const withdrawn = { _id: { $in: [...ids] }, withdrawnAt: { $exists: true } };
    return (await this.model.exists(withdrawn)) !== null;
  }

  /** The story for readers of one language; null when it is withdrawn, has expired or has no article in this language. */
  async one(id: string, language: Language): Promise<Story | null> {
    const found = await this.model.findOne({ _id: id, ...notWithdrawn }).lean<StoryDocument>();
    const story = found === null ? null : storyOf(found, language);
    return story === null || story.sources.length === 0 ? null : story;
  }

  /**
   * The stories that became news in a window: of each category those near the reader first, and of each distance those of
   * most `outlets` first, then the newest. Reads at most `limit` stories of a category.
   */
  async news(
    { categories, ...wanted }: Wanted & { categories: readonly CategorySlug[] },
    limit: number,
  ): Promise<Story[]> {
    const found = categories.map((category) => this.#newsOf(category, wanted, limit));
    return (await Promise.all(found)).flat();
  }

  async #newsOf(category: CategorySlug, wanted: Wanted, limit: number): Promise<Story[]> {
    const { language, country, windowStart, windowEnd } = wanted;
    const firstSeen = `firstSeen.${language}`;
    const inWindow = { [firstSeen]: { $gt: windowStart, $lte: windowEnd }, ...notWithdrawn };
    const stories: StoryDocument[] = [];
    for (const near of byDistance(country)) {
      if (stories.length === limit) break;
      const found = await this.model
        .find({ category, ...near, ...inWindow })
        .sort({ outlets: -1, [firstSeen]: -1 })
        .limit(limit - stories.length)
        .lean<StoryDocument[]>();
      stories.push(...found);
    }
    // a large story may have lost its articles in this language
    return stories
      .map((story) => storyOf(story, language))
      .filter(({ sources }) => sources.length > 0);
  }
}
