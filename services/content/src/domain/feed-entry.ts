import type { Feed, Item } from "./news.ts";
import { itemKey } from "./content-keys.ts";
import { isNews } from "./kicker.ts";
import { sectionOf } from "./section.ts";
import { articleLink } from "./web-link.ts";

/** An entry of a feed as plain text, whatever the feed's dialect. Empty where the feed says nothing. */
export type Entry = {
  entryId: string;
  title: string;
  summary: string;
  link: string;
  /** What the outlet calls the sections it belongs to. */
  sections: string[];
  /** As the feed writes it. */
  published: string;
};

const hour = 60 * 60 * 1000;
/** What is older when it is first seen is no news to anybody. */
const oldest = 48 * hour;
/** A clock that is ahead is believed this far. */
const ahead = hour;

function publishedAt(written: string, now: Date): Date {
  const at = Date.parse(written);
  if (Number.isNaN(at) || at > now.getTime() + ahead) return now;
  return new Date(Math.min(at, now.getTime()));
}

/** The entries worth telling: with a title that stands over news, a link one may show, and not older than two days. Each once. */
export function itemsOf(feed: Feed, entries: readonly Entry[], now: Date): Item[] {
  const items = new Map<string, Item>();
  for (const entry of entries) {
    const url = articleLink(entry.link, feed.url);
    const published = publishedAt(entry.published, now);
    if (url === null || entry.title === "" || !isNews(entry.title)) continue;
    if (now.getTime() - published.getTime() > oldest) continue;
    const id = itemKey(feed.id, entry.entryId || url);
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
