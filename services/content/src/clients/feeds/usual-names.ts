/** A document without the prefix of a root "r:rss", and with the usual prefix of Atom for the one of .NET. */
function withUsualPrefixes(text: string): string {
  const [, prefix] = /^<(\w{1,50}):rss[\s>]/iu.exec(text) ?? [];
  const unprefixed =
    prefix === undefined ? text : text.replaceAll(new RegExp(`<(/?)${prefix}:`, "giu"), "<$1");
  const isDeclared = /\sxmlns:a10\s*=/iu.test(unprefixed);
  return isDeclared ? unprefixed : unprefixed.replaceAll(/<(\/?)a10:/giu, "<$1atom:");
}

const isBase64 = /\s(?:mode\s*=\s*["']base64|type\s*=\s*["']application\/octet-stream)["']/iu;
/** A document in which no title or summary is encoded in base64, which Atom 0.3 allows. */
const withoutBase64 = (text: string): string =>
  text.replaceAll(
    /<((?:\w+:)?(?:title|summary))(\s[^<>]*)>([\w+/=\s]+)<\//giu,
    (field, name: string, attributes: string, data: string) => {
      if (!isBase64.test(attributes)) return field;
      const markup = Buffer.from(data, "base64").toString();
      return `<${name}>${markup.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</`;
    },
  );

/** A document whose fields have the usual names and prefixes, without empty links, with text instead of base64. */
export function withUsualNames(document: string): string {
  const text = withUsualPrefixes(document).replaceAll(
    /<(\/?)prism:publicationDate(?=[\s>])/giu,
    "<$1dcterms:available",
  );
  if (/^<(?:\w+:)?feed/iu.test(text)) {
    return withoutBase64(text).replaceAll(/<(\/?)pubDate(?=[\s>])/giu, "<$1published");
  }
  const isRdf = /^<(?:\w+:)?rdf/iu.test(text);
  const dates = isRdf ? /<(\/?)(?:date|pubDate)(?=[\s>])/giu : /<(\/?)date(?=[\s>])/giu;
  return text
    .replaceAll(dates, "<$1dc:date")
    .replaceAll(/<(\/?)(published|updated)(?=[\s>])/giu, "<$1atom:$2")
    .replaceAll(/<link\s*(?:\/>|>\s*<\/link>)/giu, "")
    .replaceAll(/<link(\s[^<>]*?)\/?>(?:\s*<\/link>)?/giu, (tag, attributes: string) =>
      /\bhref\s*=/iu.test(attributes) ? `<atom:link${attributes}/>` : tag,
    );
}
