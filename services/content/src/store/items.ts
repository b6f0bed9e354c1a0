import type { Language } from "@matinale/contracts";
import { indexedDocuments, storeOf, upsertAll } from "@matinale/kit/mongo";
import type { Item } from "../domain/news.ts";

export type Assignment = { item: Item; storyId: string };

/** A clustered item whose outlet has changed its text: the new one and the stored one. */
export type ChangedItem = Assignment & { before: Pick<Item, "title" | "summary"> };

type ItemDocument = Omit<Item, "id"> & {
  _id: string;
  /** Null until the item is assigned to a story. */
  storyId: string | null;
  expiresAt: Date;
};

const day = 24 * 60 * 60 * 1000;
/** Longer than feeds keep their entries, so that no entry is stored as new twice. */
const itemDays = 21;

const itemSchema = indexedDocuments()
  .index({ storyId: 1, publishedAt: 1 })
  .index({ feedId: 1, title: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The page of every day, such as that of the weather, keeps its link and its title. Milliseconds. */
const copyMs = 20 * 60 * 60 * 1000;

type Printed = Pick<Item, "feedId" | "title" | "url" | "publishedAt">;

/** Whether a feed gives two ids to one article. Some also give it another date at each poll. */
const isCopy = (one: Printed, other: Printed): boolean =>
  one.url !== "" &&
  one.url === other.url &&
  one.title === other.title &&
  one.feedId === other.feedId &&
  Math.abs(one.publishedAt.getTime() - other.publishedAt.getTime()) < copyMs;

/** Items of all feeds. The id of an item is the same in every poll, so that it is stored once. */
export class ItemStore extends storeOf<ItemDocument>("items", itemSchema) {
  /** Stores new items of a feed; known items stay unchanged. @returns the number of new items */
  receive(items: readonly Item[], now: Date): Promise<number> {
    const expiresAt = new Date(now.getTime() + itemDays * day);
    return upsertAll(
      this.model,
      items.map(({ id, ...item }) => ({
        _id: id,
        update: { $setOnInsert: { ...item, storyId: null, expiresAt } },
      })),
    );
  }

  /** Those of these items of a feed that are not stored yet, and the clustered ones that are stored with another text. */
  async compare(items: readonly Item[]): Promise<{ unknown: Item[]; changed: ChangedItem[] }> {
    if (items.length === 0) return { unknown: [], changed: [] };
    const stored = await this.model
      .find({ _id: { $in: items.map(({ id }) => id) } }, { title: 1, summary: 1, storyId: 1 })
      .lean<Pick<ItemDocument, "_id" | "title" | "summary" | "storyId">[]>();
    const known = new Map(stored.map((each) => [each._id, each]));
    const changed = items.flatMap((item) => {
      const before = known.get(item.id);
      const isSame = before?.title === item.title && before.summary === item.summary;
      // clustering may be writing an item without a story: the next changed document of the feed shows the change again
      if (before === undefined || before.storyId === null || isSame) return [];
      return [{ item, storyId: before.storyId, before }];
    });
    const unknown = items.filter(({ id }) => !known.has(id));
    return { unknown: await this.#withoutCopies(unknown), changed };
  }

  /** Without the stored items that have another id, because some feeds give their entries other ids at each poll. */
  async #withoutCopies(unknown: Item[]): Promise<Item[]> {
    if (unknown.length === 0) return unknown;
    const feedId = { $in: [...new Set(unknown.map((item) => item.feedId))] };
    const title = { $in: unknown.map((item) => item.title) };
    const stored = await this.model
      .find({ feedId, title }, { feedId: 1, title: 1, url: 1, publishedAt: 1 })
      .lean<Printed[]>();
    return unknown.filter((item) => !stored.some((other) => isCopy(item, other)));
  }

  correct(changed: readonly ChangedItem[]): Promise<void> {
    return this.#set(changed.map(({ item: { id, title, summary } }) => [id, { title, summary }]));
  }

  /** How many items of a feed were stored since then, a few hours ago at most: it reads those of all feeds since then. */
  storedSince(feedId: string, since: Date): Promise<number> {
    const expiresAfter = new Date(since.getTime() + itemDays * day);
    return this.model.countDocuments({ feedId, expiresAt: { $gt: expiresAfter } }).exec();
  }

  async unclustered(limit: number): Promise<Item[]> {
    const found = await this.model
      .find({ storyId: null })
      .sort({ publishedAt: 1 })
      .limit(limit)
      .lean<ItemDocument[]>();
    return found.map(({ _id, storyId: _storyId, expiresAt: _expiresAt, ...item }) => ({
      id: _id,
      ...item,
    }));
  }

  /** Title and summary of the items of a language published since then, for an operator's tool: no index serves it. */
  async textsSince(language: Language, since: Date): Promise<string[]> {
    const found = await this.model
      .find({ language, publishedAt: { $gte: since } }, { title: 1, summary: 1 })
      .lean<ItemDocument[]>();
    return found.map(({ title, summary }) => `${title}. ${summary}`);
  }

  markClustered(assigned: readonly Assignment[]): Promise<void> {
    return this.#set(assigned.map(({ item, storyId }) => [item.id, { storyId }]));
  }

  async #set(changes: readonly [_id: string, fields: Partial<ItemDocument>][]): Promise<void> {
    if (changes.length === 0) return;
    await this.model.bulkWrite(
      changes.map(([_id, fields]) => ({
        updateOne: { filter: { _id }, update: { $set: fields } },
      })),
      { ordered: false },
    );
  }
}
