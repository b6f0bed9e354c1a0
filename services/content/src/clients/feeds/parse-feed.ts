import { plainText } from "@matinale/newsroom/text";
import { parseFeed } from "feedsmith";
import type { Entry } from "../../domain/feeds/feed-entry.ts";
import type { FeedDocument } from "../../domain/feeds/feed-reading.ts";
import { wellFormed } from "./well-formed.ts";
import { decodeText, withoutDoubleEncoding } from "./text-encoding.ts";
import { withUsualNames } from "./usual-names.ts";

/** Most entries read from a feed: more than feeds list, because some list the oldest first. */
const maxEntries = 2_000;
const maxTitleLength = 300;
const maxSummaryLength = 1_500;
const maxDateLength = 100;
const maxSections = 10;
const maxSectionLength = 60;

/** At least one entry with a title, or what the document is instead, for the operator. */
export type ParsedFeed = { entries: Entry[] } | { unreadable: string };

type Raw = {
  id?: string | undefined;
  title?: string | undefined;
  summary?: string | undefined;
  link?: string | undefined;
  sections: readonly (string | undefined)[];
  /** Dates, the one of publication first. */
  dates: readonly (string | undefined)[];
  /** What the link is relative to, as the entry itself declares it. */
  base?: string | undefined;
};

type Link = { href?: string; rel?: string; type?: string };
type Guid = { value?: string; isPermaLink?: boolean };
const dublinDates = [
  "issued",
  "available",
  "created",
  "dates",
  "dateSubmitted",
  "modified",
] as const;

const longer = (one: string | undefined, other: string | undefined) =>
  plainText(one ?? "").length > 40 ? one : (other ?? one);

/** The link to the article: not to the entry itself, a picture or the comments. */
function articleOf(links: readonly Link[] | undefined): string | undefined {
  const alternates = (links ?? []).filter(
    ({ rel = "alternate" }) => rel === "" || /(?:^|\/)alternate$/iu.test(rel),
  );
  const page = alternates.find(({ type = "text/html" }) => type.includes("html"));
  return (page ?? alternates[0])?.href;
}

/** An id that is a web address. */
const asLink = (id: string | undefined): string | undefined =>
  /^\s*https?:\/\//iu.test(id ?? "") ? id : undefined;

/** The id of RSS that is the link of its entry. Some feeds write it without their host. */
function permalinkOf({ value = "", isPermaLink }: Guid = {}): string | undefined {
  if (isPermaLink === false) return undefined;
  return isPermaLink === true && value.trimStart().startsWith("/") ? value : asLink(value);
}

const datesOf = (dcterms: Partial<Record<(typeof dublinDates)[number], string[]>> = {}) =>
  dublinDates.map((name) => dcterms[name]?.[0]);

function rawEntries(text: string): Raw[] {
  const parsed = parseFeed(text, { maxItems: maxEntries });
  switch (parsed.format) {
    case "rss":
      return (parsed.feed.items ?? []).map(({ guid, atom, dc, dcterms, media, ...item }) => ({
        id: guid?.value ?? atom?.id,
        title: item.title ?? atom?.title?.value ?? dc?.titles?.[0] ?? media?.title?.value,
        summary: longer(item.description ?? atom?.summary?.value, item.content?.encoded),
        link: item.link ?? articleOf(atom?.links) ?? permalinkOf(guid),
        sections: item.categories?.map(({ name }) => name) ?? [],
        dates: [item.pubDate, atom?.published, dc?.dates?.[0], ...datesOf(dcterms), atom?.updated],
        base: item.xml?.base,
      }));
    case "atom":
      return (parsed.feed.entries ?? []).map(({ dc, dcterms, media, ...entry }) => ({
        id: entry.id,
        title: entry.title?.value ?? dc?.titles?.[0] ?? media?.title?.value,
        summary: longer(entry.summary?.value, entry.content?.value),
        link: articleOf(entry.links) ?? asLink(entry.id),
        sections: entry.categories?.map(({ label, term }) => label ?? term) ?? [],
        dates: [entry.published, dc?.dates?.[0], ...datesOf(dcterms), entry.updated],
        base: entry.xml?.base,
      }));
    case "rdf":
      return (parsed.feed.items ?? []).map(({ rdf, atom, dc, dcterms, media, ...item }) => ({
        id: rdf?.about,
        title: item.title ?? dc?.titles?.[0] ?? media?.title?.value,
        summary: longer(item.description, item.content?.encoded),
        link: item.link ?? articleOf(atom?.links) ?? asLink(rdf?.about),
        sections: dc?.subjects ?? [],
        dates: [dc?.dates?.[0], ...datesOf(dcterms), atom?.updated],
        base: item.xml?.base,
      }));
    case "json":
      return (parsed.feed.items ?? []).map((item) => ({
        id: item.id,
        title: item.title,
        summary: longer(item.summary, item.content_html ?? item.content_text),
        link: item.url ?? item.external_url ?? asLink(item.id),
        sections: item.tags ?? [],
        dates: [item.date_published, item.date_modified],
      }));
  }
}

/** A base address inside another one, which it may be relative to. */
const within = (outer: string | undefined, inner = ""): string | undefined =>
  URL.parse(inner, outer)?.href ?? outer;

/** The tags of the root and of the channel that follows it. */
const openings =
  /^<(?:\w+:)?(?:rss|feed|rdf)(?=[\s>])[^>]*>(?:\s*<(?:\w+:)?channel(?=[\s>])[^>]*>)?/iu;
/** What the root of a document and its channel declare that links are relative to. */
function declaredBase(document: string): string | undefined {
  const [tags = ""] = openings.exec(document) ?? [];
  const [first, second] = Array.from(
    tags.matchAll(/\sxml:base\s*=\s*["']([^"']+)["']/giu),
    ([, base]) => base,
  );
  return within(within(undefined, first), second);
}

/** A link as an absolute address when its document declares what it is relative to. */
function absolute(written: string, base: string | undefined): string {
  const plain = written.trim().replaceAll("&amp;", "&");
  const link = plain.replace(/^www\./iu, "https://www.");
  if (base === undefined || link === "") return link;
  return URL.parse(link, base)?.href ?? link;
}

/** The entries of a document, none when it is no feed. */
function rawOrNone(text: string): Raw[] {
  try {
    return rawEntries(text);
  } catch {
    return [];
  }
}

/** Most ends of objects that are tried as the end of a broken JSON Feed. */
const maxJsonEnds = 20;

/** The entries of a JSON Feed: the whole ones when it ends too early, and whatever stands after its end. */
function jsonEntries(document: string): Raw[] {
  const text = document.replaceAll(/\p{Cc}+/gu, " ");
  let end = text.lastIndexOf("}");
  for (let tried = 0; tried < maxJsonEnds && end > 0; tried += 1) {
    const whole = text.slice(0, end + 1);
    for (const complete of [whole, `${whole}]}`]) {
      const found = rawOrNone(complete);
      if (found.length > 0) return found;
    }
    end = text.lastIndexOf("}", end - 1);
  }
  return [];
}

/**
 * The entries of a document. All XML is first made well-formed: when it is broken or ends too early, the entries that are
 * whole are kept.
 */
function readableEntries(document: string): Raw[] {
  if (document.startsWith("{")) return jsonEntries(document);
  const xml = wellFormed(withUsualNames(document), maxEntries);
  return xml === null ? [] : rawOrNone(xml);
}

/** What a document is that has no entries. */
function contentOf(text: string): string {
  if (text.trim() === "") return "an empty document";
  if (/<!doctype html|<html[\s>]/iu.test(text)) return "a web page, not a feed";
  if (/<(?:\w+:)?(?:rss|feed|rdf)[\s>]/iu.test(text)) return "a feed without readable entries";
  return text.trimStart().startsWith("{") ? "JSON that is no feed" : "not a feed";
}

/**
 * The entries of an RSS, Atom, RDF or JSON feed, in plain text. It runs in a work process with a deadline, because the
 * document is not trusted. Entities that it declares are never expanded, because a small document can become a huge one
 * with them, or read a file: its document type is cut off, and the parsers know the entities of HTML only.
 */
export default function parse({ body, contentType }: FeedDocument): ParsedFeed {
  const text = decodeText(body, contentType).trimStart();
  const start = text.startsWith("{")
    ? 0
    : Math.max(0, text.search(/<(?:\w+:)?(?:rss|feed|rdf)[\s>]/iu));
  const document = text.slice(start);
  const outer = declaredBase(document);
  const entries = readableEntries(document)
    .slice(0, maxEntries)
    .map(({ id, title, summary, link, sections, dates, base }) => ({
      entryId: (id ?? "").slice(0, 1_000),
      title: plainText(withoutDoubleEncoding(title ?? ""), maxTitleLength),
      summary: plainText(withoutDoubleEncoding(summary ?? ""), maxSummaryLength),
      link: absolute(link ?? "", within(outer, base)),
      sections: sections
        .slice(0, maxSections)
        .map((section) => plainText(section ?? "", maxSectionLength))
        .filter(Boolean),
      dates: dates.flatMap((date) => date?.trim().slice(0, maxDateLength) || []),
    }))
    .filter(({ title }) => title !== "");
  return entries.length === 0 ? { unreadable: contentOf(text) } : { entries };
}
