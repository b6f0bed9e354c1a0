import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";

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

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
});
/** The parser's tree: a node has its content under its name and its attributes under ":@". */
const nodes = z.array(z.record(z.string(), z.unknown()));
const attributesOf = z.record(z.string(), z.string()).default({});

/**
 * Parses SSML: breaks, paragraphs, sentences and substitutions. Of other elements only the content is spoken.
 *
 * @throws SyntaxError  when the text is not a well-formed `<speak>` document
 */
export function readSsml(ssml: string): Utterance[] {
  const validity = XMLValidator.validate(ssml);
  if (validity !== true) throw new SyntaxError(validity.err.msg);
  const root = nodes.parse(parser.parse(ssml)).find((node) => !("?xml" in node));
  if (!root || !("speak" in root)) throw new SyntaxError("the root must be <speak>");

  const utterances: Utterance[] = [];
  let words = "";
  const pause = (silenceMs: number) => {
    if (words.trim() !== "") utterances.push({ text: words });
    words = "";
    if (silenceMs > 0) utterances.push({ silenceMs });
  };
  const speak = (content: unknown) => {
    for (const { ":@": given, ...node } of nodes.parse(content)) {
      const attributes = attributesOf.parse(given);
      for (const [name, inside] of Object.entries(node)) {
        if (name === "#text") words += String(inside);
        else if (name === "break") pause(breakMs(attributes));
        else if (name === "sub") words += ` ${attributes["alias"] ?? ""} `;
        else {
          speak(inside);
          if (name === "p") pause(500);
          if (name === "s") pause(250);
        }
      }
    }
  };
  speak(root["speak"]);
  pause(0);
  return utterances;
}

function breakMs({ time, strength = "medium" }: Record<string, string>): number {
  if (time === undefined) return strengths[strength] ?? 400;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(time.trim()) ?? [];
  if (amount === undefined) throw new SyntaxError(`break time "${time}"`);
  return Math.min(Number(amount) * (unit === "s" ? 1000 : 1), LONGEST_BREAK_MS);
}
