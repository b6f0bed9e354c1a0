import { Parser } from "htmlparser2";

type Attributes = Record<string, string>;
/** A field of an entry: its name in lower case, and its text with the tags that are inside it. */
export type Field = { name: string; attributes: Attributes; text: string };
/** An entry with its fields. Those that are directly in it come first. */
export type XmlEntry = { attributes: Attributes; fields: Field[] };

/** The tag of an entry, and the prefix of the names of its format, if they have one. */
const entryTag = /^(\w+:)?(?:item|entry)$/u;
/** Elements that are no part of the text of another field, wherever they stand but in the feed that an entry is taken from. */
const isField = (name: string) =>
  /^(?:title|link|guid|id|pubdate|date|published|updated|issued|modified|created|description|summary|content|category|comments|author|source|enclosure)$|^(?:dc|dcterms|content|media|atom|prism|itunes|slash|wfw|georss):/u.test(
    name,
  );

/** A document with more open elements is given up: the work of the parser grows with their square. */
const maxOpen = 2_000;
/** Characters that the parser gets at once. */
const chunkLength = 16_384;

/**
 * The whole entries of an RSS, Atom or RDF feed, also of one that is broken: with bare "<", and with tags that do not match or
 * are missing. An entry that the document cuts off is left out. Of entities, only those of XML are expanded.
 *
 * @param maxEntries  the document is read until it has this many
 * @returns none when elements are nested too deeply
 */
export function xmlEntries(text: string, maxEntries: number): XmlEntry[] {
  let ownPrefix = "";
  /** A name without the prefix of its entry, and with the usual prefix of Atom for the one of .NET. */
  const usual = (name: string) =>
    (name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : name).replace(/^a10:/u, "atom:");
  const entries: XmlEntry[] = [];
  let opened = 0;
  let isCutOff = false;
  let entry: { name: string; depth: number; attributes: Attributes; fields: Field[] } | null = null;
  /** Fields inside other elements: of a picture, or after a field without its end. */
  let inner: Field[] = [];
  let open: Field[] = [];

  const finishEntry = () => {
    if (entry !== null && !isCutOff)
      entries.push({ attributes: entry.attributes, fields: [...entry.fields, ...inner] });
    [entry, inner, open] = [null, [], []];
  };
  const write = (data: string) => {
    const field = open.at(-1);
    if (field !== undefined) field.text += data;
  };

  const parser = new Parser(
    {
      onopentag(written, attributes) {
        opened += 1;
        const started = entryTag.exec(written);
        const name = usual(written);
        if (started !== null) {
          finishEntry();
          ownPrefix = started[1] ?? "";
          entry = { name: written, depth: opened, attributes, fields: [] };
        } else if (entry !== null && isField(name) && open.at(-1)?.name !== "source") {
          const field = { name, attributes, text: "" };
          (opened === entry.depth + 1 ? entry.fields : inner).push(field);
          open.push(field);
        } else write(`<${name}>`);
      },
      ontext: write,
      onclosetag(written) {
        opened -= 1;
        const name = usual(written);
        if (written === entry?.name) finishEntry();
        else if (name === open.at(-1)?.name) open.pop();
        else write(`</${name}>`);
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  const tagged = text
    // a "<" that begins no tag is text
    .replaceAll(/<(?!\/?[a-z_][\w:.-]*(?:[\s/][^<>]*)?>|!|\?)/giu, "&lt;")
    // an attribute without its second quotation mark would not end with its tag
    .replaceAll(/<([a-z_][\w:.-]*)\s[^<>]*?(\/?)>/giu, (tag, name: string, end: string) =>
      tag.split('"').length % 2 === 0 ? `<${name}${end}>` : tag,
    );
  for (let at = 0; at < tagged.length && entries.length < maxEntries; at += chunkLength) {
    parser.write(tagged.slice(at, at + chunkLength));
    if (opened > maxOpen) return [];
  }
  isCutOff = true;
  parser.end();
  return entries;
}
