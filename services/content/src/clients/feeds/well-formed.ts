import { Parser } from "htmlparser2";

/** The name without its prefix, in lower case. */
const localName = (name: string) => name.slice(name.indexOf(":") + 1).toLowerCase();
const isEntry = (name: string) => /^(?:\w+:)?(?:item|entry)$/iu.test(name);
const isRoot = (name: string) => /^(?:\w+:)?(?:rss|feed|rdf)$/iu.test(name);

/** Elements that begin only where the field before them has ended. */
const fields =
  /^(?:title|link|guid|id|pubdate|published|updated|issued|modified|description|summary|content|category|comments|author|enclosure)$|^(?:dc|dcterms|content|media|atom|a10|itunes|slash|wfw|georss):/iu;
/** Fields of fields: elements inside them are elements. Inside the other fields, elements are text that lacks its escapes. */
const isContainer = (name: string) =>
  /^(?:author|contributor|source|group|content)$/u.test(localName(name)) &&
  !/^content/iu.test(name);

/** The namespace that a root "rdf:RDF" has without a declaration. */
const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
/** Deeper elements of an entry are left out. */
const maxDepth = 10;
/** A document with more open elements is given up: the work of the parser grows with their square. */
const maxOpen = 2_000;
/** Characters that the parser gets at once. */
const chunkLength = 16_384;

const escaped = (text: string) => text.replaceAll("<", "&lt;");

function openingTag(name: string, attributes: Record<string, string>): string {
  const named = Object.entries(attributes).filter(([key]) => /^[a-z_][\w:.-]*$/iu.test(key));
  const written = named.map(
    ([key, value]) => ` ${key}="${escaped(value).replaceAll('"', "&quot;")}"`,
  );
  return `<${name}${written.join("")}>`;
}

/**
 * A well-formed document with the entries of a feed, of a broken one those that are whole: bare "<", tags that do not match or are missing,
 * and whatever follows the feed are repaired. An entry that the document cuts off is left out. Entities are not expanded.
 *
 * @param maxEntries  most entries in the result, the first ones
 * @returns null when the document is no RSS, Atom or RDF feed, or its elements are nested too deeply
 */
export function wellFormed(text: string, maxEntries: number): string | null {
  let root: string | null = null;
  let opened = 0;
  let isCutOff = false;
  let namespaces: Record<string, string> = { "xmlns:rdf": rdf };
  const entries: string[] = [];
  /**
   * The entry that is open, its open elements without the entry itself, and the field that has text only, which in XHTML may
   * be markup with the names of fields.
   */
  let entry: {
    name: string;
    xml: string;
    open: string[];
    field: string | null;
    isXhtml: boolean;
  } | null = null;

  const closeTo = (depth: number) => {
    if (entry === null) return;
    for (const name of entry.open.splice(Math.max(0, depth)).toReversed()) {
      entry.xml += `</${name}>`;
      if (entry.field === name) entry.field = null;
    }
  };
  const finishEntry = () => {
    if (entry === null) return;
    closeTo(0);
    if (!isCutOff) entries.push(`${entry.xml}</${entry.name}>`);
    entry = null;
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        opened += 1;
        if (isEntry(name)) {
          finishEntry();
          // the first line of the feed is lost
          root ??= localName(name) === "entry" ? "feed" : "rss";
          entry = {
            name,
            xml: openingTag(name, attributes),
            open: [],
            field: null,
            isXhtml: false,
          };
          return;
        }
        if (entry === null) {
          if (isRoot(name)) root ??= name;
          // RSS has no default namespace, and that of another element is not that of the entries
          const isDefault = isRoot(name) && localName(name) !== "rss";
          const isDeclaration = isDefault ? /^xmlns/iu : /^(?:xmlns:|version)/iu;
          const declared = Object.entries(attributes).filter(([key]) => isDeclaration.test(key));
          namespaces = { ...Object.fromEntries(declared), ...namespaces };
          return;
        }
        const isField = fields.test(name);
        if (entry.field !== null && isField && !entry.isXhtml)
          closeTo(entry.open.indexOf(entry.field));
        if (entry.field !== null) {
          entry.xml += escaped(openingTag(name, attributes));
          return;
        }
        if (entry.open.length >= maxDepth) return;
        entry.xml += openingTag(name, attributes);
        entry.open.push(name);
        if (!isField || isContainer(name)) return;
        entry.field = name;
        entry.isXhtml = attributes["type"] === "xhtml";
      },
      ontext(data) {
        if (entry !== null) entry.xml += escaped(data);
      },
      onclosetag(name) {
        opened -= 1;
        if (entry === null) return;
        if (name === entry.name) return finishEntry();
        const depth = entry.open.lastIndexOf(name);
        if (depth >= 0) closeTo(depth);
        else if (entry.field !== null) entry.xml += escaped(`</${name}>`);
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  const tagged = text
    // a "<" that begins no tag is text
    .replaceAll(/<(?!\/?[a-z_][\w:.-]*(?:[\s/][^<>]*)?>|!|\?)/giu, "&lt;")
    // an attribute without its second quotation mark would not end with its tag; one that is whole may contain ">"
    .replaceAll(/<([a-z_][\w:.-]*)\s(?![^<>"]*(?:"[^<"]*"[^<>"]*)*>)[^<>]*?(\/?)>/giu, "<$1$2>");
  for (let at = 0; at < tagged.length && entries.length < maxEntries; at += chunkLength) {
    parser.write(tagged.slice(at, at + chunkLength));
    if (opened > maxOpen) return null;
  }
  isCutOff = true;
  parser.end();

  if (root === null) return null;
  const isRss = localName(root) === "rss";
  const [before, after] = isRss ? ["<channel>", "</channel>"] : ["", ""];
  return `${openingTag(root, namespaces)}${before}${entries.join("")}${after}</${root}>`;
}
