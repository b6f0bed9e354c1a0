import { plainText } from "@matinale/newsroom/text";
import { z } from "zod";
import type { Entry } from "../../domain/feeds/feed-entry.ts";
import type { FeedDocument } from "../../domain/feeds/feed-reading.ts";
import { decodeText, withoutDoubleEncoding } from "./text-encoding.ts";
import { xmlEntries, type Field, type XmlEntry } from "./xml-entries.ts";

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

const longer = (one: string | undefined, other: string | undefined) =>
  plainText(one ?? "").length > 40 ? one : (other ?? one);

/** The link to the article: not to the entry itself, a picture or the comments. */
function articleOf(links: readonly Field["attributes"][]): string | undefined {
  const alternates = links.filter(
    ({ href, rel = "alternate" }) =>
      href !== undefined && (rel === "" || /(?:^|\/)alternate$/iu.test(rel)),
  );
  const page = alternates.find(({ type = "text/html" }) => type.includes("html"));
  return (page ?? alternates[0])?.["href"];
}

/** An id that is a web address. */
const asLink = (id: string | undefined): string | undefined =>
  /^\s*https?:\/\//iu.test(id ?? "") ? id : undefined;

/** The id of RSS that is the link of its entry. Some feeds write it without their host. */
function permalinkOf({ attributes: { ispermalink }, text }: Field): string | undefined {
  if (ispermalink === "false") return undefined;
  return ispermalink === "true" && text.trimStart().startsWith("/") ? text : asLink(text);
}

/** The dates of an entry, those of its publication first. */
const dateFields =
  "pubdate published issued atom:published dc:date date dcterms:issued dcterms:available prism:publicationdate " +
  "dcterms:created created dcterms:date dcterms:datesubmitted dcterms:modified modified updated atom:updated";

/** The text of a field, which Atom 0.3 may encode in base64. */
const textOf = ({ attributes: { mode, type }, text }: Field): string =>
  mode === "base64" || type === "application/octet-stream"
    ? Buffer.from(text, "base64").toString()
    : text;

function rawEntry({ attributes, fields }: XmlEntry): Raw {
  const named = (...names: string[]) =>
    names.flatMap((each) => fields.filter(({ name }) => name === each));
  /** The texts of the fields with these names that are not empty. */
  const texts = (...names: string[]) =>
    named(...names).flatMap((field) => textOf(field).trim() || []);
  const about = attributes["rdf:about"];
  const links = named("link", "atom:link").map((field) => field.attributes);
  const [permalink] = named("guid").flatMap((guid) => permalinkOf(guid) ?? []);
  return {
    id: texts("guid", "id", "atom:id")[0] ?? about,
    title: texts("title", "atom:title", "dc:title", "media:title")[0],
    summary: longer(
      texts("description", "summary", "atom:summary")[0],
      texts("content:encoded", "content")[0],
    ),
    link:
      texts("link")[0] ??
      articleOf(links) ??
      permalink ??
      asLink(texts("id", "atom:id")[0] ?? about),
    sections: named("category", "dc:subject").map(
      ({ attributes: { label, term }, text }) => label ?? term ?? text,
    ),
    dates: texts(...dateFields.split(" ")),
    base: attributes["xml:base"],
  };
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

const optionalText = z.string().optional().catch(undefined);
/** The fields of an item of JSON Feed (jsonfeed.org/version/1.1). */
const jsonItem = z.object({
  id: z.coerce.string().optional(),
  title: optionalText,
  summary: optionalText,
  content_html: optionalText,
  content_text: optionalText,
  url: optionalText,
  external_url: optionalText,
  tags: z.array(z.string()).catch([]),
  date_published: optionalText,
  date_modified: optionalText,
});
const jsonFeed = z.object({
  version: z.string().includes("jsonfeed.org/version/1"),
  items: z.array(z.unknown()),
});

/** The entries of a JSON Feed, none when the document is none. */
function jsonItems(document: string): Raw[] {
  try {
    return jsonFeed.parse(JSON.parse(document)).items.flatMap((each) => {
      const { success, data } = jsonItem.safeParse(each);
      if (!success) return [];
      const { id, title, tags, url, external_url: external } = data;
      return {
        id,
        title,
        summary: longer(data.summary, data.content_html ?? data.content_text),
        link: url ?? external ?? asLink(id),
        sections: tags,
        dates: [data.date_published, data.date_modified],
      };
    });
  } catch {
    return [];
  }
}

/** Most ends of objects that are tried as the end of a broken JSON Feed. */
const maxJsonEnds = 20;

/** The entries of a JSON Feed: the whole ones when it ends too early, and whatever stands after its end. */
function jsonEntries(document: string): Raw[] {
  const plain = document.replaceAll(/\p{Cc}+/gu, " ");
  let end = plain.lastIndexOf("}");
  for (let tried = 0; tried < maxJsonEnds && end > 0; tried += 1) {
    const whole = plain.slice(0, end + 1);
    for (const complete of [whole, `${whole}]}`]) {
      const found = jsonItems(complete);
      if (found.length > 0) return found;
    }
    end = plain.lastIndexOf("}", end - 1);
  }
  return [];
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
 * with them, or read a file.
 */
export default function parse({ body, contentType }: FeedDocument): ParsedFeed {
  const text = decodeText(body, contentType).trimStart();
  const start = text.startsWith("{")
    ? 0
    : Math.max(0, text.search(/<(?:\w+:)?(?:rss|feed|rdf)[\s>]/iu));
  const document = text.slice(start);
  const outer = declaredBase(document);
  const raw = document.startsWith("{")
    ? jsonEntries(document)
    : xmlEntries(document, maxEntries).map(rawEntry);
  const entries = raw
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
