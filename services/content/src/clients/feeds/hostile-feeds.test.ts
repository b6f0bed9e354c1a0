import type { RequestListener } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { listen } from "@matinale/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newsOf } from "../../domain/feeds/feed-entry.ts";
import { FeedError } from "../../domain/feeds/feed-reading.ts";
import type { Feed } from "../../domain/news.ts";
import { createFeedParser } from "./feed-parser.ts";
import { createFeedReader } from "./http-feed-reader.ts";

/** Answers of a hostile server, by path. */
const answers = new Map<string, RequestListener>();
let server: Awaited<ReturnType<typeof listen>>;
const parser = createFeedParser(60_000);
let host = "";
let reader: ReturnType<typeof createFeedReader>;
let impatient: ReturnType<typeof createFeedReader>;
beforeAll(async () => {
  server = await listen((req, res) => {
    const answer = answers.get(req.url ?? "");
    if (answer === undefined) return res.writeHead(404).end();
    answer(req, res);
  });
  host = new URL(server.url).host;
  reader = createFeedReader({ allowedHosts: [host], deadline: 60_000 });
  impatient = createFeedReader({ allowedHosts: [host], deadline: 300 });
});
afterAll(async () => {
  await Promise.all([reader.close(), impatient.close(), parser.close()]);
  await server.close();
});

const feed = (path: string): Feed => ({
  id: "hostile",
  url: `http://${host}${path}`,
  outlet: "Hostile",
  language: "fr",
  country: "fr",
  category: "politics",
  terms: "licensed",
});
const never = new AbortController().signal;

/** The items that digests could use. */
async function itemsAt(path: string, by = reader) {
  const { url } = feed(path);
  const reading = await by.read(url, {}, never);
  if (reading.outcome === "unchanged") throw new Error("unchanged");
  // the entries have no date: they are news because the last poll had none of them
  const entries = await parser.parse(reading.document);
  return newsOf(feed(path), entries, new Date(), new Set()).items;
}
const failureAt = (path: string, by = reader) =>
  itemsAt(path, by).then(
    (items) => `${items.length} items`,
    (error: unknown) => (error instanceof FeedError ? error.failure : String(error)),
  );

const rss = (items: string, declaration = '<?xml version="1.0"?>') =>
  `${declaration}<rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;
const item = (title: string, link = "https://n.example/1", description = "") =>
  `<item><title>${title}</title><link>${link}</link><description>${description}</description></item>`;

let paths = 0;
function answering(
  body: string | Buffer,
  headers: Record<string, string | number> = { "content-type": "application/rss+xml" },
): string {
  paths += 1;
  answers.set(`/${paths}`, (_req, res) => res.writeHead(200, headers).end(body));
  return `/${paths}`;
}
const titleOf = async (body: string | Buffer, headers?: Record<string, string>) =>
  (await itemsAt(answering(body, headers)))[0]?.title;

describe("charsets", () => {
  const title = "L’été à Mâcon : 5 € l’entrée";
  const xml = (encoding: string) =>
    rss(item(title), `<?xml version="1.0" encoding="${encoding}"?>`);
  const windows1252 = (text: string) =>
    Buffer.from([...text].map((each) => ({ "’": 0x92, "€": 0x80 })[each] ?? each.charCodeAt(0)));
  const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();
  const as = (type: string) => ({ "content-type": type });

  test.each([
    ["UTF-8", Buffer.from(xml("UTF-8")), as("text/xml")],
    ["UTF-8 with its mark", Buffer.from(`\uFEFF${xml("UTF-8")}`), as("text/xml")],
    ["Windows-1252", windows1252(xml("windows-1252")), as("text/xml")],
    ["Windows-1252 called ISO-8859-1", windows1252(xml("iso-8859-1")), as("text/xml")],
    ["Windows-1252 called UTF-8", windows1252(xml("UTF-8")), as("text/xml; charset=utf-8")],
    ["UTF-8 called US-ASCII", Buffer.from(xml("us-ascii")), as("text/xml; charset=us-ascii")],
    ["an unknown charset", Buffer.from(xml("klingon")), as("text/xml; charset=klingon")],
    ["UTF-16 with its mark", Buffer.from(`\uFEFF${xml("utf-16")}`, "utf16le"), as("text/xml")],
    ["UTF-16BE with its mark", utf16be(`\uFEFF${xml("utf-16")}`), as("text/xml")],
  ])("reads %s", async (_name, bytes, headers) => {
    expect(await titleOf(bytes, headers)).toBe(title);
  });
});

describe("items", () => {
  test.each([
    ["script", "<![CDATA[Un <script>alert(1)</script>titre]]>", "Un titre"],
    ["escaped script", "&lt;script&gt;alert(1)&lt;/script&gt;Un titre", "Un titre"],
    ["markup", "&lt;b onclick=x&gt;Un&lt;/b&gt; &lt;img src=x onerror=y&gt;titre", "Un titre"],
    ["bidi controls", "Un \u202Eertit\u202C \u2066titre\u2069", "Un ertit titre"],
    ["control characters", "Un\u0008 titre\u001B[31m", "Un titre[31m"],
    ["null bytes", "Un\u0000 titre", "Un titre"],
    ["zero-width characters", "U\u200Bn\u2060 ti\uFEFFtre\u00AD", "Un titre"],
    ["tag characters", "Un titre\u{E0041}\u{E0042}", "Un titre"],
    ["emoji", "Un titre 👩🏽‍🚀🇫🇷", "Un titre 👩🏽‍🚀🇫🇷"],
    ["half a pair", "Un titre &#xD83D;", "Un titre"],
    ["accents in pieces", "Un e\u0301te\u0301", "Un été"],
  ])("have clean titles: %s", async (_name, written, shown) => {
    expect(await titleOf(rss(item(written)))).toBe(shown);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "http://user:secret@n.example/",
  ])("have no link to %s", async (link) => {
    expect(await itemsAt(answering(rss(item("Un titre", link))))).toEqual([]);
  });
});

describe("documents", { timeout: 60_000 }, () => {
  test.each([
    ["an outer DTD", `<!DOCTYPE r [<!ENTITY % d SYSTEM "http://127.0.0.1/d"> %d;]>${rss("")}`],
    ["a page", "<!doctype html><html><head><title>T</title></head><body>Bonjour</body></html>"],
    ["nothing", ""],
    ["an endless opening", "<".repeat(1_000_000)],
    ["endless comments", rss("<!--".repeat(300_000))],
    ["endless attributes", `<rss ${'a="b" '.repeat(100_000)}><channel/></rss>`],
    ["endless bases", `<rss ${"xml:base='https://n.example/' ".repeat(150_000)}><channel/></rss>`],
    [
      "endless base64",
      `<feed ><entry>${"<title mode='base64'>YQ==".repeat(150_000)}</entry></feed>`,
    ],
    ["endless links", rss(`<item><link ${"href=".repeat(500_000)}</item>`)],
    ["an endless date", rss(`<item><title/><pubDate>${"[".repeat(1_000_000)}</pubDate></item>`)],
    ["deep nesting", rss(`<item>${"<a>".repeat(500_000)}</item>`)],
  ])("make no item and do not block the next feed: %s", async (_name, body) => {
    expect(await failureAt(answering(body))).toMatch(/^(?:not_a_feed|0 items)$/u);
    expect(await titleOf(rss(item("Un titre")))).toBe("Un titre");
  });

  test.each([
    ["an entity bomb", '<!ENTITY a "ha"><!ENTITY b "&a;&a;">', "Un titre &b;"],
    ["a file by entity", '<!ENTITY x SYSTEM "file:///etc/passwd">', "Un titre &x;"],
  ])("have no entities expanded: %s", async (_name, entities, title) => {
    expect(await titleOf(`<!DOCTYPE r [${entities}]>${rss(item(title))}`)).toBe(title);
  });

  test("are read up to the 2,000th of 100,000 entries", async () => {
    const many = Array.from(
      { length: 100_000 },
      (_, n) => `<item><title>Un titre</title><link>/${n}</link></item>`,
    );
    expect(await itemsAt(answering(rss(many.join(""))))).toHaveLength(2_000);
  }, 60_000);
});

describe("transport", () => {
  const zeros = Buffer.alloc(16 * 1024 * 1024);
  test.each([
    ["gzip", gzipSync(zeros)],
    ["br", brotliCompressSync(zeros)],
    ["deflate", deflateSync(zeros)],
  ])("stops a %s bomb at five megabytes", async (coding, bomb) => {
    const { url } = feed(answering(bomb, { "content-encoding": coding }));
    const reading = await reader.read(url, {}, never);
    expect(reading).toMatchObject({ document: { body: { length: 5 * 1024 * 1024 } } });
  });

  test("reads the entries of the first five megabytes", async () => {
    const text = "Une phrase. ".repeat(10_000);
    const many = Array.from({ length: 100 }, (_, n) => item(`Titre ${n}`, `/${n}`, text));
    const items = await itemsAt(answering(rss(many.join(""))));
    expect(items.length).toBeGreaterThan(30);
    expect(items.length).toBeLessThan(50);
  });

  test("stops reading a body that is too slow or never ends", async () => {
    const bytes = Buffer.alloc(64 * 1024, "a");
    answers.set("/drip", (_req, res) => {
      const drip = setInterval(() => res.write("a"), 20);
      res.on("close", () => clearInterval(drip));
    });
    answers.set("/endless", (_req, res) => {
      const more = () => {
        while (res.write(bytes)) continue;
      };
      res.on("drain", more);
      more();
    });
    expect(await Promise.all([failureAt("/drip", impatient), failureAt("/endless")])).toEqual([
      "too_slow",
      "not_a_feed",
    ]);
  });

  test("reads the whole entries of a body that is shorter than its Content-Length", async () => {
    const part = rss(item("Un titre") + item("Un autre")).slice(0, -60);
    answers.set("/short", (_req, res) => {
      res.writeHead(200, { "content-length": 10_000 }).write(part, () => res.destroy());
    });
    expect((await itemsAt("/short")).map(({ title }) => title)).toEqual(["Un titre"]);
  });

  test("stops at redirect loops and at redirects without an address", async () => {
    answers.set("/round", (_req, res) => res.writeHead(302, { location: "/round" }).end());
    answers.set("/nowhere", (_req, res) => res.writeHead(302).end());
    expect(await failureAt("/round")).toBe("status");
    expect(await failureAt("/nowhere")).toBe("status");
  });
});

test("does not block the event loop with the largest documents", async () => {
  const large = Buffer.from(rss(item("Été à la plage").repeat(50_000)), "latin1");
  const path = answering(large, { "content-type": "text/xml; charset=utf-8" });
  await itemsAt(path);
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  await Promise.all([itemsAt(path), itemsAt(path)]);
  delays.disable();
  // the median, because a busy machine may stop the process at any time
  expect(delays.percentile(50) / 1e6).toBeLessThan(50);
}, 60_000);
