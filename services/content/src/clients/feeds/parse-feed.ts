import { plainText } from "@matinale/newsroom/text";
import { parseFeed } from "feedsmith";
import type { Entry } from "../../domain/feeds/feed-entry.ts";
import type { FeedDocument } from "../../domain/feeds/feed-reading.ts";
import { decodeText } from "./text-encoding.ts";

/** Most entries read from a feed. Feeds list the newest first; earlier polls have read the rest. */
const maxEntries = 100;
const maxTitleLength = 300;
const maxSummaryLength = 1_500;
const maxSections = 10;
const maxSectionLength = 60;

type Raw = {
  id?: string | undefined;
  title?: string | undefined;
  summary?: string | undefined;
  link?: string | undefined;
  sections: readonly (string | undefined)[];
  published?: string | undefined;
};

const longer = (one: string | undefined, other: string | undefined) =>
  plainText(one ?? "").length > 40 ? one : (other ?? one);

function rawEntries(text: string): Raw[] {
  const parsed = parseFeed(text, { maxItems: maxEntries });
  switch (parsed.format) {
    case "rss":
      return (parsed.feed.items ?? []).map((item) => ({
        id: item.guid?.value,
        title: item.title,
        summary: longer(item.description, item.content?.encoded),
        link: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
        sections: item.categories?.map(({ name }) => name) ?? [],
        published: item.pubDate ?? item.dc?.dates?.[0],
      }));
    case "atom":
      return (parsed.feed.entries ?? []).map((entry) => ({
        id: entry.id,
        title: entry.title?.value,
        summary: longer(entry.summary?.value, entry.content?.value),
        link: (
          entry.links?.find(({ rel }) => rel === undefined || rel === "alternate") ??
          entry.links?.[0]
        )?.href,
        sections: entry.categories?.map(({ label, term }) => label ?? term) ?? [],
        published: entry.published ?? entry.updated,
      }));
    case "rdf":
      return (parsed.feed.items ?? []).map((item) => ({
        id: item.rdf?.about,
        title: item.title,
        summary: longer(item.description, item.content?.encoded),
        link: item.link,
        sections: item.dc?.subjects ?? [],
        published: item.dc?.dates?.[0],
      }));
    case "json":
      return [];
  }
}

/**
 * The entries of an RSS, Atom or RDF document, in plain text. It runs in a work process with a deadline, because the
 * document is not trusted. A document that declares entities is refused before it is parsed: no feed needs them, and a
 * small document can expand to a huge one with them.
 *
 * @throws when the document is not such a feed
 */
export default function parse({ body, contentType }: FeedDocument): Entry[] {
  const text = decodeText(body, contentType);
  if (/<!ENTITY/iu.test(text)) throw new RangeError("the document declares entities");
  return rawEntries(text)
    .slice(0, maxEntries)
    .map(({ id, title, summary, link, sections, published }) => ({
      entryId: (id ?? "").slice(0, 1_000),
      title: plainText(title ?? "", maxTitleLength),
      summary: plainText(summary ?? "", maxSummaryLength),
      link: link ?? "",
      sections: sections
        .slice(0, maxSections)
        .map((section) => plainText(section ?? "", maxSectionLength))
        .filter(Boolean),
      published: published ?? "",
    }));
}
