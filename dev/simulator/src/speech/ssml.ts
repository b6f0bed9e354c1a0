import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";

export type Utterance = { text: string } | { silenceMs: number };

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
 * Parses the SSML that the product sends: text, breaks and substitutions.
 *
 * @throws SyntaxError  when the text is not a well-formed `<speak>` document, or has other elements
 */
export function readSsml(ssml: string): Utterance[] {
  const validity = XMLValidator.validate(ssml);
  if (validity !== true) throw new SyntaxError(validity.err.msg);
  const [root] = nodes.parse(parser.parse(ssml));
  if (!root || !("speak" in root)) throw new SyntaxError("the root must be <speak>");

  const utterances: Utterance[] = [];
  let words = "";
  const endWords = () => {
    if (words.trim() !== "") utterances.push({ text: words });
    words = "";
  };
  for (const { ":@": given, ...node } of nodes.parse(root["speak"])) {
    const { alias = "", time = "" } = attributesOf.parse(given);
    const [name = ""] = Object.keys(node);
    if (name === "#text") words += String(node[name]);
    else if (name === "sub") words += ` ${alias} `;
    else if (name === "break") {
      endWords();
      utterances.push({ silenceMs: breakMs(time) });
    } else throw new SyntaxError(`<${name}> is not simulated`);
  }
  endWords();
  return utterances;
}

function breakMs(time: string): number {
  const [, amount] = /^(\d+)ms$/.exec(time) ?? [];
  if (amount === undefined) throw new SyntaxError(`break time "${time}"`);
  return Number(amount);
}
