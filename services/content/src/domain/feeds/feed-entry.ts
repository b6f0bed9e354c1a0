import { isNews } from "@matinale/newsroom/text";
import type { Feed, Item } from "../news.ts";
import { itemKey } from "../content-keys.ts";
import { sectionOf } from "./section.ts";
import { articleLink } from "./web-link.ts";

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

function publishedAt(written: string, now: Date): Date {
  const at = Date.parse(written);
  if (Number.isNaN(at) || at > now.getTime() + ahead) return now;
  return new Date(Math.min(at, now.getTime()));
}

type Linked = Entry & { url: string };

/** Ids that a feed gives to several entries: they identify no entry. */
function sharedIds(entries: readonly Linked[]): Set<string> {
  const contentOf = ({ url, title }: Linked) => `${url} ${title}`;
  const byId = Map.groupBy(entries, ({ entryId }) => entryId);
  return new Set(
    [...byId]
      .filter(([, each]) => new Set(each.map(contentOf)).size > 1)
      .map(([entryId]) => entryId),
  );
}

/** The items of the entries that are news: with the title of a news article and an http link, at most two days old. Each once. */
export function itemsOf(feed: Feed, entries: readonly Entry[], now: Date): Item[] {
  const items = new Map<string, Item>();
  const linked = entries.flatMap((entry) => {
    const url = articleLink(entry.link, feed.url);
    return url === null ? [] : [{ ...entry, url }];
  });
  const shared = sharedIds(linked);
  for (const entry of linked) {
    const { entryId, url } = entry;
    const published = publishedAt(entry.published, now);
    if (entry.title === "" || !isNews(entry)) continue;
    if (now.getTime() - published.getTime() > oldest) continue;
    // a link alone may be that of a live page, which has many entries
    const isOwn = entryId !== "" && !shared.has(entryId);
    const id = itemKey(feed.id, isOwn ? entryId : [entryId, url, entry.title].join(" "));
    items.set(id, {
      id,
      feedId: feed.id,
      outlet: feed.outlet,
      language: feed.language,
      country: feed.country,
      category: (feed.mixed === true ? sectionOf(entry.sections, url) : null) ?? feed.category,
      title: entry.title,
      summary: entry.summary,
      url,
      publishedAt: published,
    });
  }
  return [...items.values()];
}
