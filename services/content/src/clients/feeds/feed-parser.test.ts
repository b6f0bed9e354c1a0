import { afterAll, describe, expect, test } from "vitest";
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
      dates: ["Sat, 21 Nov 2026 07:00:00 GMT"],
    },
    {
      entryId: "https://n.example/2",
      title: "Sans lien",
      summary: "Le corps.",
      link: "https://n.example/2",
      sections: [],
      dates: [],
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
    dates: ["2026-11-20T07:00:00Z", "2026-11-21T07:00:00Z"],
  });
});

test("takes markup of XHTML with the names of fields for text", async () => {
  const [entry] =
    await parse(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Un titre</title><link href="https://n.example/1"/>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><details><summary>Plus</summary><p>Un texte.</p></details></div></content>
    </entry></feed>`);
  expect(entry).toMatchObject({ title: "Un titre", summary: "Plus Un texte." });
});

test("does not end a tag at the > in its attribute", async () => {
  const picture = '<media:content url="https://n.example/1.jpg" title="A > B"/>';
  const items = `<item>${picture}<title>Un titre</title></item><item><title>Deux</title></item>`;
  expect((await parse(rss(items))).map(({ title }) => title)).toEqual(["Un titre", "Deux"]);
});

test.each([
  ["e1.html", "https://n.example/news/e1.html"],
  ["/e1.html", "https://n.example/e1.html"],
  ["https://other.example/e1", "https://other.example/e1"],
  ["", ""],
])("reads the link %j relative to the base that the document declares", async (href, link) => {
  const [entry] =
    await parse(`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://n.example/news/"><title>T</title>
    <entry><id>e1</id><title>Un</title><link href="${href}"/><updated>2026-11-21T07:00:00Z</updated></entry></feed>`);
  expect(entry?.link).toBe(link);
});

test.each(["title", "summary"])("reads a %s that Atom 0.3 encodes in base64", async (field) => {
  const data = Buffer.from("L’été <b>arrive</b> & dure").toString("base64");
  const other = field === "title" ? "" : "<title>A</title>";
  const [entry] = await parse(`<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry>${other}
    <${field} type="text/html" mode="base64">\n${data}\n</${field}></entry></feed>`);
  expect(entry).toMatchObject({ [field]: "L’été arrive & dure" });
});

describe("a document that declares entities", () => {
  const declaring = (entities: string, title: string) =>
    `<!DOCTYPE rss [${entities}]>${rss(`<item><title>${title}</title></item>`)}`;

  test("is read with the entities of HTML", async () => {
    const entities = '<!ENTITY nbsp "&#160;"><!ENTITY eacute "&#233;">';
    expect(await parse(declaring(entities, "L’&eacute;t&eacute;&nbsp;: 30 °"))).toMatchObject([
      { title: "L’été : 30 °" },
    ]);
    const latin = '<!ENTITY % latin PUBLIC "latin" "https://n.example/latin.ent">';
    expect(await parse(declaring(latin, "Un"))).toMatchObject([{ title: "Un" }]);
  });

  // each of the 20 entities is ten times the one before: 10^20 characters
  const bomb = Array.from({ length: 20 }, (_, n) => {
    const value = n === 0 ? "ha" : `&e${n - 1};`.repeat(10);
    return `<!ENTITY e${n} "${value}">`;
  }).join("");
  test.each([
    ["a bomb", bomb, "&e19;"],
    ["an entity of itself", '<!ENTITY a "&a;&a;">', "&a;"],
    [
      "one long entity, a thousand times",
      `<!ENTITY a "${"ha".repeat(100_000)}">`,
      "&a;".repeat(99),
    ],
    ["a file", '<!ENTITY a SYSTEM "file:///etc/passwd">', "&a;"],
    ["a web address", '<!ENTITY a PUBLIC "x" "http://127.0.0.1/x">', "&a;"],
    ["a part of a document type", "<!ENTITY % p \"<!ENTITY a 'ha'>\">%p;", "&a;"],
    ["an entity of HTML with another value", '<!ENTITY amp "ha">', "&amp;"],
  ])("never has them expanded: %s", async (_name, entities, title) => {
    const shown = title.replaceAll("&amp;", "&");
    expect(await parse(declaring(entities, title))).toMatchObject([{ title: shown }]);
    // also after the root, and in a feed that is repaired
    const inside = rss(`<!DOCTYPE r [${entities}]><item><title>${title}</title><br></item>`);
    const titles = await parse(inside).then(
      (entries) => entries.map((entry) => entry.title),
      () => [],
    );
    expect(titles.join("")).not.toMatch(/ha|root:/u);
  });
});

test("reads a link relative to the base of its entry, and that relative to the base of its feed", async () => {
  const fields = '<id>1</id><title>A</title><link href="a"/>';
  const entries = `<entry xml:base="2/">${fields}</entry><entry>${fields}</entry>`;
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://n.example/1/">${entries}</feed>`;
  const items = `<item xml:base="2/"><title>A</title><link>a</link></item><item><title>A</title><link>a</link></item>`;
  const channel = `<rss><channel xml:base="https://n.example/1/">${items}</channel></rss>`;
  for (const text of [atom, channel]) {
    expect((await parse(text)).map(({ link }) => link)).toEqual([
      "https://n.example/1/2/a",
      "https://n.example/1/a",
    ]);
  }
  const noBase =
    '<rss><channel><item xml:base="2/"><title>A</title><link>/a</link></item></channel></rss>';
  expect((await parse(noBase))[0]?.link).toBe("/a");
});

test("refuses invalid documents and web pages, and parses the next feed after deep nesting", async () => {
  const deep = rss(`<item><title>${"<a>".repeat(200_000)}</title></item>`);
  await Promise.allSettled([parse(deep)]);
  await expect(parse("<html><body>Bonjour</body></html>")).rejects.toBeInstanceOf(FeedError);
  await expect(parse("\u0000\u0001")).rejects.toBeInstanceOf(FeedError);
  expect(await parse(rss("<item><title>Un</title></item>"))).toHaveLength(1);
}, 30_000);

test("reads only the first 2,000 entries", async () => {
  const many = rss("<item><title>Un</title><link>https://n.example/1</link></item>".repeat(20_000));
  expect(await parse(many)).toHaveLength(2_000);
}, 30_000);

const entriesOf = async (text: string) =>
  (await parse(text)).map(({ title, link, dates }) => [title, link, ...dates].join(" | "));

test.each([
  ["atom:link", '<atom:link href="https://n.example/1"/>'],
  ["a10:link", '<a10:link rel="alternate" href="https://n.example/1"/>'],
  ["an empty link", '<link/><atom:link href="https://n.example/1"/>'],
  ["a link of Atom without its prefix", '<link rel="alternate" href="https://n.example/1"/>'],
  ["an address without its scheme", "<link>www.n.example/1</link>", "https://www.n.example/1"],
  ["a second link", "<link></link><link>https://n.example/1</link>"],
  ["a permanent guid", "<guid>https://n.example/1</guid>"],
  ["a permanent guid on the same host", '<guid isPermaLink="true">/1</guid>', "/1"],
])("reads the link of RSS from %s", async (_name, xml, link = "https://n.example/1") => {
  const ns = 'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:a10="http://www.w3.org/2005/Atom"';
  const text = `<rss version="2.0" ${ns}><channel><link>https://n.example/rss</link>
    <atom:link rel="self" href="https://n.example/rss"/><item><title>Un titre</title>${xml}</item></channel></rss>`;
  expect((await parse(text))[0]?.link).toBe(link);
});

test("reads Atom in RSS by its usual prefixes when their namespaces are not declared", async () => {
  for (const prefix of ["atom", "a10"]) {
    const text = `<rss version="2.0"><channel><item><title>A</title>
      <${prefix}:link href="https://n.example/1"/><${prefix}:updated>D</${prefix}:updated></item></channel></rss>`;
    expect(await entriesOf(text)).toEqual(["A | https://n.example/1 | D"]);
  }
});

test.each([
  ["r", "https://backend.userland.com/rss2"],
  ["rss", "http://purl.org/rss/1.0/"],
])("reads RSS in which all names have the prefix %s", async (prefix, uri) => {
  const text = `<p:rss version="2.0" xmlns:p="${uri}"><p:channel><p:title>T</p:title><p:item><p:title>A</p:title>
    <x:description>no</x:description><p:description>Oui.</p:description>
    <p:link>https://n.example/1</p:link><p:pubDate>D</p:pubDate></p:item></p:channel></p:rss>`;
  const named = text.replaceAll("p:", `${prefix}:`);
  expect(await parse(named)).toMatchObject([
    { title: "A", summary: "Oui.", link: "https://n.example/1", dates: ["D"] },
  ]);
});

test("takes an id that is a web address for the link of an entry of Atom and JSON Feed", async () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><id>https://n.example/1</id></entry></feed>`;
  const items = [{ id: "https://n.example/1", title: "A", content_text: "a" }];
  const json = { version: "https://jsonfeed.org/version/1.1", title: "T", items };
  for (const text of [atom, JSON.stringify(json)]) {
    expect((await parse(text))[0]?.link).toBe("https://n.example/1");
  }
});

test("gives no link to an entry that has none", async () => {
  const none = [
    "<title>A</title>",
    '<title>B</title><guid isPermaLink="true">article-7</guid>',
    '<title>C</title><guid isPermaLink="false">https://n.example/7</guid>',
  ].map((xml) => `<item>${xml}</item>`);
  expect((await parse(rss(none.join("")))).map(({ link }) => link)).toEqual(["", "", ""]);
  const atom = (xml: string) => `<feed xmlns="http://www.w3.org/2005/Atom">${xml}</feed>`;
  const others = `<entry><id>tag:n,1</id><title>A</title><link rel="self" href="https://n.example/1.atom"/>
    <link rel="enclosure" type="image/jpeg" href="https://n.example/1.jpg"/></entry>`;
  expect((await parse(atom(others))).map(({ link }) => link)).toEqual([""]);
});

test("prefers the page among the alternate links of Atom", async () => {
  const [entry] =
    await parse(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><link rel="alternate" type="application/json" href="https://n.example/1.json"/>
    <link rel="http://www.iana.org/assignments/relation/alternate" type="text/html" href="https://n.example/1"/></entry></feed>`);
  expect(entry?.link).toBe("https://n.example/1");
});

const ns =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" xmlns:atom="http://www.w3.org/2005/Atom"';
test.each([
  "<pubDate>D</pubDate><atom:updated>later</atom:updated>",
  "<pubDate> </pubDate><dc:date>D</dc:date>",
  "<dcterms:created>D</dcterms:created><dcterms:modified>later</dcterms:modified>",
  "<dcterms:issued>D</dcterms:issued>",
  "<dcterms:modified>D</dcterms:modified>",
  "<atom:published>D</atom:published><atom:updated>later</atom:updated>",
  "<atom:updated>D</atom:updated>",
  "<dcterms:available>D</dcterms:available><dcterms:modified>later</dcterms:modified>",
  "<dcterms:dateSubmitted>D</dcterms:dateSubmitted>",
  "<prism:publicationDate>D</prism:publicationDate>",
  "<published>D</published>",
  "<updated>D</updated>",
  "<date>D</date>",
])("reads the date of RSS from %s", async (xml) => {
  const text = `<rss version="2.0" ${ns}><channel><item><title>A</title>${xml}</item></channel></rss>`;
  expect((await parse(text))[0]?.dates[0]).toBe("D");
});

test("reads the date of RSS 2.0 in RDF and in Atom", async () => {
  const fields = "<title>A</title><id>1</id><pubDate>D</pubDate>";
  const rdf = `<rdf:RDF xmlns="http://purl.org/rss/1.0/"><item>${fields}</item></rdf:RDF>`;
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry>${fields}</entry></feed>`;
  for (const text of [rdf, atom]) expect((await parse(text))[0]?.dates[0]).toBe("D");
});

test.each(["dc:title", "media:title"])("reads a title that is only in %s", async (name) => {
  const field = `<${name}>Un</${name}><link>https://n.example/1</link>`;
  for (const text of [
    `<rss version="2.0" ${ns}><channel><item>${field}</item></channel></rss>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" ${ns}><entry>${field}</entry></feed>`,
    `<rdf:RDF xmlns="http://purl.org/rss/1.0/" ${ns}><item>${field}</item></rdf:RDF>`,
  ]) {
    expect((await parse(text)).map(({ title }) => title)).toEqual(["Un"]);
  }
});

test("reads texts that are encoded twice, and no others", async () => {
  const twice = Buffer.from("Fête à 5 € : l’été").toString("latin1");
  const asWindows1252 = "LancÃ©e â€œdemainâ€“ CÅ“ur ðŸ˜€";
  const titles = [twice, asWindows1252, "LE CAFÉ\u00A0: ouvert", "Â et Ã", "Œuvre d’été"];
  const items = titles.map((title) => `<item><title>${title}</title></item>`);
  expect((await parse(rss(items.join("")))).map(({ title }) => title)).toEqual([
    "Fête à 5 € : l’été",
    "Lancée “demain– Cœur 😀",
    "LE CAFÉ : ouvert",
    "Â et Ã",
    "Œuvre d’été",
  ]);
});

test("reads JSON Feed", async () => {
  const items = [
    {
      id: "1",
      url: "https://n.example/1",
      title: "Un",
      content_text: "Un <rss > texte.",
      tags: ["Monde"],
    },
    { id: "2", external_url: "https://n.example/2", title: "Deux", date_modified: "2026-11-21" },
  ];
  const feed = { version: "https://jsonfeed.org/version/1.1", title: "T", items };
  expect(await parse(JSON.stringify(feed))).toEqual([
    expect.objectContaining({
      link: "https://n.example/1",
      summary: "Un texte.",
      sections: ["Monde"],
    }),
    expect.objectContaining({ link: "https://n.example/2", dates: ["2026-11-21"] }),
  ]);
});

describe("a broken feed", () => {
  const whole = (n: number) =>
    `<item><title>Titre ${n}</title><link>https://n.example/${n}</link><pubDate>D${n}</pubDate></item>`;
  const three = [1, 2, 3].map((n) => `Titre ${n} | https://n.example/${n} | D${n}`);
  const [first = "", second = "", third = ""] = three;
  const broken = (part: string, by: string) => whole(2).replace(part, by);

  test.each([
    ["a bare <", "<item><title>Moins de 5 < 10 %</title></item>", "Moins de 5 < 10 % | "],
    ["a bare < before a letter", "<item><title>Si x <y alors</title></item>", "Si x <y alors | "],
    ["a wrong close tag", broken("</title>", "</titel>"), second],
    ["a missing close tag of a field", broken("</title>", ""), second],
    ["a missing close tag of a link", broken("</link>", ""), second],
    ["a missing close tag of an entry", broken("</item>", ""), second],
    ["a second close tag", broken("</item>", "</p></item></item>"), second],
    [
      "markup without escapes",
      broken("</title>", "</title><description><p>Un <b>mot<br></p></description>"),
      second,
    ],
    ["an ampersand", broken("Titre", "R&D &foo;"), second.replace("Titre", "R&D &foo;")],
    [
      "an address in angle brackets before the title",
      broken("<title>", "<author>Jo <jo@n.example></author>\n<title>"),
      second,
    ],
    ["close tags of HTML after the title", broken("</title>", "</title></p></div>"), second],
  ])("keeps all entries: %s", async (_name, entry, middle) => {
    expect(await entriesOf(rss(whole(1) + entry + whole(3)))).toEqual([first, middle, third]);
    // a break in the last entry must not count as the end of the feed
    expect(await entriesOf(rss(whole(1) + entry))).toEqual([first, middle]);
  });

  test("keeps the link of the last entry of Atom after close tags of HTML", async () => {
    const entry = (n: number, html: string) =>
      `<entry><id>${n}</id><title>Titre ${n}</title>${html}<link href="https://n.example/${n}"/><updated>D${n}</updated></entry>`;
    const text = `<feed xmlns="http://www.w3.org/2005/Atom">${entry(1, "")}${entry(2, "</p></div>")}</feed>`;
    expect(await entriesOf(text)).toEqual([first, second]);
  });

  test("keeps the title of a last entry without a link", async () => {
    const entry = "<item><author>Jo <jo@n.example></author>\n<title>A</title></item>";
    expect(await entriesOf(rss(whole(1) + entry))).toEqual([first, "A | "]);
  });

  test("does not change entries that have no title or no link", async () => {
    const text = rss(
      `${whole(1)}<item><title>A</title><description>&lt;link&gt;https://n.example/&lt;/link&gt;</description></item><item><link>https://n.example/2</link></item>`,
    );
    expect(await entriesOf(text)).toEqual([first, "A | "]);
  });

  test("keeps the whole entries of a transfer that was cut off, wherever that was", async () => {
    const text = rss(whole(1) + whole(2) + whole(3));
    const from = text.indexOf("Titre 2");
    const until = text.indexOf("</item>", from);
    for (let end = from; end < until; end += 1) {
      expect(await entriesOf(text.slice(0, end))).toEqual([first]);
    }
    expect(await entriesOf(text.slice(0, until + "</item>".length))).toEqual([first, second]);
  }, 60_000);

  test("ignores what stands before and after the feed", async () => {
    const text = rss(whole(1) + whole(2) + whole(3));
    expect(await entriesOf(`${text}<!-- cached -->\n<script>if (a < b) x()</script> </p>`)).toEqual(
      three,
    );
    expect(await entriesOf(`<br /><b>Warning</b>: a < b\n${text}`)).toEqual(three);
  });

  test("keeps all entries: the default namespace of another element, broken attributes", async () => {
    const link =
      '<link xmlns="http://www.w3.org/2005/Atom" rel="self" href="https://n.example/rss"/>';
    const entry = whole(2).replace("<title>", '<category domain=a b" c="d">Un</category><title>');
    expect(await entriesOf(rss(link + whole(1) + entry + whole(3)))).toEqual(three);
  });

  test.each([
    ["an attribute without its second quotation mark", '<enclosure url="https://n.example/1.jpg/>'],
    ["a quotation mark in the name of a tag", '<rss.js"/>'],
  ])("keeps all entries: %s", async (_name, tag) => {
    const entry = whole(2).replace("<title>", `${tag}<title>`);
    expect(await entriesOf(rss(whole(1) + entry + whole(3)))).toEqual(three);
  });

  test("reads RDF without the declaration of its namespaces", async () => {
    const items =
      whole(1).replaceAll("pubDate", "dc:date") + whole(2).replaceAll("pubDate", "dc:date");
    const text = `<rdf:RDF><channel><title>T</title></channel>${items}</rdf:RDF>`;
    expect(await entriesOf(text)).toEqual([first, second]);
  });

  test("reads a feed without its first and last line", async () => {
    const text = `<channel><title>T</title>${whole(1)}${whole(2)}</channel>`;
    expect(await entriesOf(text)).toEqual([first, second]);
  });

  test("keeps the namespaces, attributes and CDATA of its entries", async () => {
    const text = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title type="html"><![CDATA[L’été <b>&</b> l’hiver]]></title>
      <link rel="alternate" href='https://n.example/1?a=1&amp;b="2"'/><updated>D</updated></entry><entry><title>B</entry></feed`;
    expect(await entriesOf(text)).toEqual([
      'L’été & l’hiver | https://n.example/1?a=1&b="2" | D',
      "B | ",
    ]);
  });

  test("reads RSS in the namespace of another format", async () => {
    const text = rss(whole(1) + whole(2)).replace(
      "<rss",
      '<rss xmlns="http://www.w3.org/2005/Atom"',
    );
    expect(await entriesOf(text)).toEqual([first, second]);
  });

  test("reads the links that are escaped twice or in CDATA", async () => {
    const links = [
      "https://n.example/?a=1&amp;amp;b=2",
      "<![CDATA[https://n.example/?a=1&amp;b=2]]>",
    ];
    const items = links.map((link) => `<item><title>A</title><link>${link}</link></item>`);
    const link = "A | https://n.example/?a=1&b=2";
    expect(await entriesOf(rss(items.join("")))).toEqual([link, link]);
  });

  test("keeps the whole entries of a JSON Feed that is cut off or has more after its end", async () => {
    const items = [1, 2, 3].map((n) => ({
      id: `${n}`,
      url: `https://n.example/${n}`,
      title: `Titre\n${n}`,
      date_published: `D${n}`,
      authors: [{ name: "A" }],
    }));
    const version = "https://jsonfeed.org/version/1.1";
    const text = JSON.stringify({ version, title: "T", items }).replaceAll("\\n", "\n");
    expect(await entriesOf(`${text}\n<!-- cached {} -->`)).toEqual(three);
    expect(await entriesOf(text.slice(0, text.indexOf("Titre\n3")))).toEqual([first, second]);
  });

  test("may contain the text of a declaration of entities, but is refused when it declares them", async () => {
    const about =
      '<item><title>XML</title><description><![CDATA[<!ENTITY a "b">]]></description></item>';
    expect(await entriesOf(rss(about + whole(2)))).toEqual(["XML | ", second]);
    const hidden = `<!DOCTYPE r [<!-- <rss --> <!ENTITY a "ha">]>${rss(whole(1).replace("Titre", "&a;"))}`;
    expect((await entriesOf(hidden).catch(() => [])).join()).not.toContain("ha");
  });
});

test.each([
  ["", "an empty document"],
  ["<!doctype html><title>T</title>", "a web page, not a feed"],
  [rss(""), "a feed without readable entries"],
  [rss("<item><link>https://n.example/1</link></item>"), "a feed without readable entries"],
  ['{"error":"no"}', "JSON that is no feed"],
  ["Too many requests", "not a feed"],
])("says what is not readable: %s", async (text, reason) => {
  await expect(parse(text)).rejects.toMatchObject({ failure: "not_a_feed", message: reason });
});
