import { isForeign, isNews } from "@matinale/newsroom/text";
import type { Feed, Item } from "../news.ts";
import { itemKey } from "../content-keys.ts";
import { entryDate } from "./entry-date.ts";
import { sectionOf } from "./section.ts";
import { articleLink, isSamePage, withoutUnclearParameters } from "./web-link.ts";

/** An entry of a feed in plain text, of any feed format. Fields that the feed lacks are empty. */
export type Entry = {
  entryId: string;
  title: string;
  summary: string;
  link: string;
  /** The outlet's names of its sections. */
  sections: string[];
  /** Its dates as the feed writes them, the one of publication first. */
  dates: string[];
};

const hourMs = 60 * 60 * 1000;
/** Older entries are not news. */
const maxAgeMs = 48 * hourMs;
/** A publication date this far in the future is accepted. */
const maxFutureMs = hourMs;

/** The first date of an entry that can be read; null when there is none. */
export function dateOf({ dates }: Pick<Entry, "dates">, { country }: Pick<Feed, "country">) {
  for (const written of dates) {
    const date = entryDate(written, country);
    if (date !== null) return date;
  }
  return null;
}

type Located = Entry & {
  /** The resolved link of the entry, "" when it has none or that of the feed. */
  link: string;
  /** The link for readers; "" unless it is that of no other entry. */
  url: string;
  date: Date | null;
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

/** The id of an article with the number of its last edit, as the BBC writes it: "https://www.bbc.com/news/articles/c1#3". */
const withEditNumber = /^(https?:\/\/\S+)#\d{1,3}$/u;

/** The entries with ids that an edit does not change; of several edits of one article the first in the feed. */
function withoutEdits(entries: readonly Entry[]): Entry[] {
  const articles = new Set<string>();
  return entries.flatMap((entry) => {
    const { link } = entry;
    const [, entryId] = withEditNumber.exec(entry.entryId) ?? [];
    // the posts of a live page are numbered in their links, too
    if (entryId === undefined || link.includes("#") || !isSamePage(entryId, link)) return entry;
    if (articles.has(entryId)) return [];
    articles.add(entryId);
    return { ...entry, entryId };
  });
}

/** The entries with a title that is news in the language of the feed, without those whose link is not on the web. */
function located(feed: Feed, entries: readonly Entry[]): Located[] {
  const news = entries.flatMap((entry) => {
    const link = entry.link === "" ? "" : articleLink(entry.link, feed.url);
    if (link === null || entry.title === "" || !isNews({ ...entry, url: link })) return [];
    if (isForeign(`${entry.title}. ${entry.summary}`, feed.language)) return [];
    return [{ ...entry, link: isSamePage(link, feed.url) ? "" : link }];
  });
  const linked = withoutEdits(news);
  const sharedIds = sharedBy(linked, ({ entryId }) => entryId);
  const sharedLinks = sharedBy(linked, ({ link }) => link);
  const sharedShortLinks = sharedBy(linked, ({ link }) => withoutUnclearParameters(link));
  return linked.map((entry) => {
    const { entryId, link, title } = entry;
    const hasOwnLink = link !== "" && !sharedLinks.has(link);
    const short = withoutUnclearParameters(link);
    const ownLink = sharedShortLinks.has(short) ? link : short;
    const date = dateOf(entry, feed);
    const day = link === "" ? [date?.toISOString() ?? ""] : [];
    const hasOwnId = entryId !== "" && !sharedIds.has(entryId);
    // without an id the link identifies an entry, also after an edit of its title; one link of several entries, such as that
    // of a live page, does not
    const written = entryId === "" && hasOwnLink ? link : [entryId, link, title, ...day].join(" ");
    const id = itemKey(feed.id, hasOwnId ? entryId : written);
    return { ...entry, url: hasOwnLink ? ownLink : "", date, id };
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
  for (const entry of located(feed, entries)) {
    const { id, title, summary, link, url, date } = entry;
    // a date in the future cannot be true
    const published = date === null || date.getTime() > now.getTime() + maxFutureMs ? null : date;
    if (published === null) undated.push(id);
    const isNew = undatedBefore !== null && !undatedBefore.has(id);
    if (published === null && !isNew) continue;
    if (published !== null && now.getTime() - published.getTime() > maxAgeMs) continue;
    items.set(id, {
      id,
      feedId: feed.id,
      outlet: feed.outlet,
      language: feed.language,
      country: feed.country,
      category: (feed.mixed === true ? sectionOf(entry.sections, link) : null) ?? feed.category,
      title,
      summary,
      url,
      terms: feed.terms,
      simulated: feed.simulated,
      publishedAt: published !== null && published < now ? published : now,
    });
  }
  return { items: [...items.values()], undated };
}
