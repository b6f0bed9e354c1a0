import { afterAll, expect, test } from "vitest";
import { FeedError } from "../../domain/feeds/feed-reading.ts";
import { createFeedParser } from "./feed-parser.ts";

const parser = createFeedParser();
afterAll(() => parser.close());

const parse = (text: string) =>
  parser.parse({ body: new TextEncoder().encode(text), contentType: "text/xml; charset=utf-8" });

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title>${items}</channel></rss>`;

test("reads title, summary, link and date of RSS as plain text", async () => {
  const items =
    rss(`<item><title><![CDATA[L'eau &amp; le <b>feu</b>]]></title><link>https://n.example/1</link>
    <guid isPermaLink="false">g1</guid><description>&lt;p&gt;Une phrase assez longue pour être un résumé.&lt;/p&gt;</description>
    <pubDate>Sat, 21 Nov 2026 07:00:00 GMT</pubDate></item>
    <item><title>Sans lien</title><guid>https://n.example/2</guid><content:encoded><![CDATA[<p>Le corps.</p>]]></content:encoded></item>`);
  expect(await parse(items)).toEqual([
    {
      entryId: "g1",
      title: "L'eau & le feu",
      summary: "Une phrase assez longue pour être un résumé.",
      link: "https://n.example/1",
      sections: [],
      published: "Sat, 21 Nov 2026 07:00:00 GMT",
    },
    {
      entryId: "https://n.example/2",
      title: "Sans lien",
      summary: "Le corps.",
      link: "https://n.example/2",
      sections: [],
      published: "",
    },
  ]);
});

test("reads the alternate link and the date of publication of Atom", async () => {
  const [entry] =
    await parse(`<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><id>f</id><updated>2026-11-21T07:00:00Z</updated>
    <entry><id>e1</id><title type="html">Un &amp;eacute;té</title><link rel="self" href="https://n.example/self"/><link href="https://n.example/e1"/>
    <category term="world" label="Monde"/><summary>Résumé.</summary><published>2026-11-20T07:00:00Z</published><updated>2026-11-21T07:00:00Z</updated></entry></feed>`);
  expect(entry).toEqual({
    entryId: "e1",
    title: "Un été",
    summary: "Résumé.",
    link: "https://n.example/e1",
    sections: ["Monde"],
    published: "2026-11-20T07:00:00Z",
  });
});

test("refuses every document that declares entities", async () => {
  const laughs = `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${rss("<item><title>&b;</title></item>")}`;
  const outside = `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss("<item><title>&x;</title></item>")}`;
  await expect(parse(laughs)).rejects.toBeInstanceOf(FeedError);
  await expect(parse(outside)).rejects.toBeInstanceOf(FeedError);
});

test("refuses invalid documents and web pages, and parses the next feed after deep nesting", async () => {
  const deep = rss(`<item><title>${"<a>".repeat(200_000)}</title></item>`);
  await Promise.allSettled([parse(deep)]);
  await expect(parse("<html><body>Bonjour</body></html>")).rejects.toBeInstanceOf(FeedError);
  await expect(parse("\u0000\u0001")).rejects.toBeInstanceOf(FeedError);
  expect(await parse(rss("<item><title>Un</title></item>"))).toHaveLength(1);
}, 30_000);

test("reads only the first hundred entries", async () => {
  const many = rss("<item><title>Un</title><link>https://n.example/1</link></item>".repeat(20_000));
  expect(await parse(many)).toHaveLength(100);
}, 30_000);
