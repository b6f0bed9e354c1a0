import { expect, test } from "vitest";
import { decodeText } from "./text-encoding.ts";

const latin = (text: string) => Buffer.from(text, "latin1");

test("uses the byte order mark, then the header, then the declaration, then UTF-8", () => {
  expect(decodeText(Buffer.from("\uFEFFété", "utf16le"), "text/xml; charset=utf-8")).toBe("été");
  expect(decodeText(latin("été"), 'text/xml; charset="ISO-8859-1"')).toBe("été");
  expect(
    decodeText(latin('<?xml version="1.0" encoding="iso-8859-15"?><a>été</a>'), undefined),
  ).toContain("<a>été</a>");
  expect(decodeText(Buffer.from("été"), "text/xml")).toBe("été");
});

test("reads a document whose declared encoding is wrong", () => {
  expect(decodeText(Buffer.from("l’été"), "text/xml; charset=us-nonsense")).toBe("l’été");
  expect(decodeText(latin("été"), "text/xml; charset=utf-8")).toBe("été");
});

const accents = "Été à Mâcon, où l’entrée coûte 5 €";

test.each(["iso-8859-1", "iso-8859-2", "iso-8859-7", "ISO-8859-15", "windows-1250", "latin1"])(
  "reads UTF-8 that is declared as %s",
  (name) => {
    const xml = `<?xml version="1.0" encoding="${name}"?><a>${accents}</a>`;
    expect(decodeText(Buffer.from(xml), undefined)).toContain(accents);
    expect(decodeText(Buffer.from(accents), `text/xml; charset=${name}`)).toBe(accents);
  },
);

test("reads another encoding that is declared as UTF-8", () => {
  // é, ł and ą in ISO-8859-2; the header is wrong, the declaration is right
  const polish = Buffer.concat([
    latin('<?xml version="1.0" encoding="iso-8859-2"?><a>'),
    Buffer.from([0xe9, 0x20, 0xb3, 0x20, 0xb1]),
  ]);
  expect(decodeText(polish, "text/xml; charset=utf-8")).toContain("é ł ą");
  expect(decodeText(latin("où, été, là"), "text/xml; charset=utf-8")).toBe("où, été, là");
});

test("one broken byte damages one character, and the other accents stay", () => {
  const [before, after] = [Buffer.from("Été à Mâ"), Buffer.from("con, l’été")];
  for (const bytes of [[0xe9], [0xc3], [0xe2, 0x80], [0x92]]) {
    const text = decodeText(Buffer.concat([before, Buffer.from(bytes), after]), "text/xml");
    expect(text).toBe("Été à Mâ\uFFFDcon, l’été");
  }
  expect(decodeText(Buffer.from(accents).subarray(0, -1), "text/xml; charset=utf-8")).toBe(
    `${accents.slice(0, -1)}\uFFFD`,
  );
});

test("one cut byte damages one character in a text without other accents", () => {
  const cut = (text: string, bytes: number) => Buffer.from(text).subarray(0, -bytes);
  for (const [character, bytes] of [
    ["’", 1],
    ["é", 1],
    ["£", 1],
  ] as const) {
    const text = Buffer.concat([cut(`It isn${character}`, bytes), Buffer.from("t so")]);
    expect(decodeText(text, "text/xml; charset=utf-8")).toBe("It isn\uFFFDt so");
  }
  expect(decodeText(latin("A café"), "text/xml; charset=utf-8")).toBe("A café");
  expect(decodeText(latin("Le château"), "text/xml; charset=utf-8")).toBe("Le château");
});

test("reads UTF-16 without a mark, and UTF-8 that is declared as UTF-16", () => {
  const xml = `<?xml version="1.0" encoding="utf-16"?><a>${accents}</a>`;
  expect(decodeText(Buffer.from(xml, "utf16le"), undefined)).toBe(xml);
  expect(decodeText(Buffer.from(xml, "utf16le").swap16(), undefined)).toBe(xml);
  expect(decodeText(Buffer.from(xml), "text/xml; charset=utf-16")).toBe(xml);
});

test.each([1, 2, 4, 9, 10, 13, 14, 15, 16])(
  "reads the punctuation of Windows-1252 in a document that is declared as ISO-8859-%d",
  (part) => {
    // l’été “…” – in Windows-1252
    const bytes = Buffer.from([0x6c, 0x92, 0xe9, 0x74, 0xe9, 0x20, 0x93, 0x85, 0x94, 0x20, 0x96]);
    expect(decodeText(bytes, `text/xml; charset=iso-8859-${part}`)).toBe("l’été “…” –");
  },
);

test("keeps the letters of ISO-8859-5 and the € of ISO-8859-15 beside punctuation of Windows-1252", () => {
  const russian = Buffer.from([0x93, 0xbc, 0xd8, 0xe0, 0x94]);
  expect(decodeText(russian, "text/xml; charset=iso-8859-5")).toBe("“Мир”");
  const price = Buffer.from([0x35, 0x20, 0xa4, 0x20, 0x96, 0x20, 0x80, 0x20, 0xbd]);
  expect(decodeText(price, "text/xml; charset=iso-8859-15")).toBe("5 € – € œ");
});

test("reads the encodings of other scripts", () => {
  const japanese = Buffer.from([0x83, 0x6a, 0x83, 0x85, 0x81, 0x5b, 0x83, 0x58]);
  expect(decodeText(japanese, "text/xml; charset=Shift_JIS")).toBe("ニュース");
});

test("finds the declaration after what a server has put before the document", () => {
  const xml = Buffer.concat([
    Buffer.from('<br />\n<b>Warning</b>: a\n<?xml version="1.0" encoding="windows-1251"?><a>'),
    Buffer.of(0xcc, 0xe8, 0xf0),
  ]);
  expect(decodeText(xml, undefined)).toContain("Мир");
});
