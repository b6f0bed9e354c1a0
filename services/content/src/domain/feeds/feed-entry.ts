import { isNews } from "@matinale/newsroom/text";
import type { Feed, Item } from "../news.ts";
import { itemKey } from "../content-keys.ts";
import { entryDate } from "./entry-date.ts";
import { sectionOf } from "./section.ts";
import { articleLink, isSamePage } from "./web-link.ts";

/** An entry of a feed in plain text, of any feed format. Fields that the feed lacks are empty. */
export type Entry = {
  entryId: string;
  title: string;
  summary: string;
  link: string;
  /** The outlet's names of its sections. */
  sections: string[];
  /** The date of publication as the feed writes it. */
  published: string;
};

const hour = 60 * 60 * 1000;
/** Older entries are not news when they are first seen. */
const oldest = 48 * hour;
/** A publication date this far in the future is accepted. */
const ahead = hour;

/** When an entry was published, at the latest now. Null when the feed writes no date, or one that cannot be true. */
function publishedAt({ country }: Feed, { published }: Entry, now: Date): Date | null {
  const at = entryDate(published, country)?.getTime() ?? Number.NaN;
  if (Number.isNaN(at) || at > now.getTime() + ahead) return null;
  return new Date(Math.min(at, now.getTime()));
}

type Located = Entry & {
  /** The resolved link of the entry, "" when it has none or that of the feed. */
  link: string;
  id: string;
};

/** Values that a feed gives to entries with different titles: they identify no entry. */
function sharedBy<Each extends Entry>(
  entries: readonly Each[],
  valueOf: (entry: Each) => string,
): Set<string> {
  return new Set(
    [...Map.groupBy(entries, valueOf)]
      .filter(([, each]) => new Set(each.map(({ title, link }) => `${link} ${title}`)).size > 1)
      .map(([value]) => value),
  );
}

/** The entries with a title that is news, without those whose link is not on the web. */
function located(feed: Feed, entries: readonly Entry[]): Located[] {
  const linked = entries.flatMap((entry) => {
    const link = entry.link === "" ? "" : articleLink(entry.link, feed.url);
    if (link === null || entry.title === "" || !isNews(entry)) return [];
    return [{ ...entry, link: isSamePage(link, feed.url) ? "" : link }];
  });
  const sharedIds = sharedBy(linked, ({ entryId }) => entryId);
  return linked.map((entry) => {
    const { entryId, link, title, published } = entry;
    const date = link === "" ? [entryDate(published, feed.country)?.toISOString() ?? ""] : [];
    const isOwn = entryId !== "" && !sharedIds.has(entryId);
    // a link alone may be that of a live page, which has many entries
    const id = itemKey(feed.id, isOwn ? entryId : [entryId, link, title, ...date].join(" "));
    return { ...entry, id };
  });
}

/**
 * The items of the entries that are news: with the title of a news article, at most two days old. Each once. An item has
 * no address when its entry has none of its own: readers get no link rather than a wrong one.
 *
 * @param undatedBefore  `undated` of the last poll. An entry without a readable date is news of now when it was not among
 *   them; null at the first poll, when no such entry is news
 * @returns the items, and the ids of all entries without a readable date
 */
export function newsOf(
  feed: Feed,
  entries: readonly Entry[],
  now: Date,
  undatedBefore: ReadonlySet<string> | null,
): { items: Item[]; undated: string[] } {
  const items = new Map<string, Item>();
  const undated: string[] = [];
  const all = located(feed, entries);
  const sharedLinks = sharedBy(all, ({ link }) => link);
  for (const entry of all) {
    const { id, title, summary, link } = entry;
    const published = publishedAt(feed, entry, now);
    if (published === null) undated.push(id);
    const isNew = undatedBefore !== null && !undatedBefore.has(id);
    if (published === null ? !isNew : now.getTime() - published.getTime() > oldest) continue;
    items.set(id, {
      id,
      feedId: feed.id,
      outlet: feed.outlet,
      language: feed.language,
      country: feed.country,
      category: (feed.mixed === true ? sectionOf(entry.sections, link) : null) ?? feed.category,
      title,
      summary,
      url: sharedLinks.has(link) ? "" : link,
      terms: feed.terms,
      simulated: feed.simulated,
      publishedAt: published ?? now,
    });
  }
  return { items: [...items.values()], undated };
}
