/** A part of the speech: words, or a silence. */
export type Utterance = { text: string } | { silenceMs: number };

const LONGEST_BREAK_MS = 10_000;
const strengths: Record<string, number> = {
  none: 0,
  "x-weak": 100,
  weak: 200,
  medium: 400,
  strong: 700,
  "x-strong": 1000,
};
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const structural = new Set(["p", "s"]);

/**
 * Parses SSML: breaks, paragraphs, sentences and substitutions. Of other elements only the content is spoken.
 *
 * @throws SyntaxError  when the text is not a well-formed `<speak>` document
 */
export function readSsml(ssml: string): Utterance[] {
  const utterances: Utterance[] = [];
  const open: string[] = [];
  let words = "";
  let substituted = 0;
  const pause = (silenceMs: number) => {
    if (words.trim() !== "") utterances.push({ text: words });
    words = "";
    if (silenceMs > 0) utterances.push({ silenceMs });
  };

  const document = ssml.replace(/^\s*<\?xml[^>]*\?>/, "").replace(/<!--[\s\S]*?-->/g, "");
  for (const token of document.match(/<[^>]*>|[^<]+/g) ?? []) {
    if (!token.startsWith("<")) {
      if (open.length === 0 && token.trim() !== "") throw new SyntaxError("text outside <speak>");
      if (substituted === 0) words += decoded(token);
      continue;
    }
    const parsed = /^<(\/?)([\w:-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>$/.exec(
      token,
    );
    if (!parsed) throw new SyntaxError(`malformed tag ${token}`);
    const [, closing = "", name = "", attributes = "", empty = ""] = parsed;
    if (open.length === 0 && name !== "speak") throw new SyntaxError("the root must be <speak>");
    if (closing) {
      if (open.pop() !== name) throw new SyntaxError(`unexpected </${name}>`);
      if (structural.has(name)) pause(name === "p" ? 500 : 250);
      if (name === "sub") substituted -= 1;
      continue;
    }
    if (name === "break") pause(breakMs(attributes));
    if (name === "sub") words += ` ${decoded(attribute(attributes, "alias") ?? "")} `;
    if (empty) continue;
    if (name === "sub") substituted += 1;
    open.push(name);
  }
  if (open.length > 0) throw new SyntaxError(`<${open.at(-1)}> is not closed`);
  pause(0);
  return utterances;
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return found?.[1] ?? found?.[2];
}

function breakMs(attributes: string): number {
  const time = attribute(attributes, "time");
  if (time === undefined) return strengths[attribute(attributes, "strength") ?? "medium"] ?? 400;
  const parsed = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(time.trim());
  if (!parsed) throw new SyntaxError(`break time "${time}"`);
  const ms = Number(parsed[1]) * (parsed[2] === "s" ? 1000 : 1);
  return Math.min(ms, LONGEST_BREAK_MS);
}

function decoded(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (name.startsWith("#x") || name.startsWith("#X")) {
      return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    }
    if (name.startsWith("#")) return String.fromCodePoint(Number(name.slice(1)));
    return entities[name] ?? whole;
  });
}
