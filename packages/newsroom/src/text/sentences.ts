import type { Language } from "@matinale/contracts";

const locales = { fr: "fr", en: "en-GB" };
const segmenters: { [language in Language]?: Intl.Segmenter } = {};

/** Made when it is needed: its tables take 2 MB. */
const segmenterOf = (language: Language): Intl.Segmenter =>
  (segmenters[language] ??= new Intl.Segmenter(locales[language], { granularity: "sentence" }));

const opening = String.raw`(?:^|[\s(«“’'-])`;
/** After these a full stop does not end a sentence. */
const abbreviations = new RegExp(
  opening +
    String.raw`(?:M|MM|Mme|Mlle|Me|Dr|Pr|St|Ste|Mgr|Mr|Mrs|Ms|Jr|Sr|Prof|Hon|Rev|Gen|Col|Capt|Lt|Sgt|Rep|Sen|Gov|Inc|Corp|Co|Ltd|Bros|vs|v|etc|al|env|approx|ca|\p{Lu}|(?:\p{Lu}\.-?)+\p{Lu})\.\s*$`,
  "u",
);
/** Neither after these, where a number, a zone of time or what is in brackets follows. */
const beforeNumbers = new RegExp(
  opening +
    String.raw`(?:janv|févr?|avr|juil|sept|oct|nov|déc|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Fig|No|Nos|art|arts|chap|pp?|[ap]\.m|tél|n)\.\s*$`,
  "u",
);
const number = /^(?:\d|\(|[A-Z]{2,4}T?(?=[\s,.)(]))/u;

/** The sentences of a text in order, each trimmed. The rules are Unicode's, abbreviations of titles and initials aside. */
export function sentences(text: string, language: Language): string[] {
  const found: string[] = [];
  let open = "";
  for (const { segment: whole } of segmenterOf(language).segment(text)) {
    // Unicode's rules take the guillemet of « Non. » for the beginning of the next sentence
    const [, closing, after] = /^(»)\s*(.*)$/su.exec(whole) ?? [];
    const last = found.length - 1;
    const closes = closing !== undefined && open === "" && last >= 0;
    if (closes) found[last] = `${found[last]} ${closing}`;
    const segment = closes ? (after ?? "") : whole;
    if (segment === "") continue;
    // what follows decides whether "oct." or "p.m." ended a sentence
    if (beforeNumbers.test(open) && !number.test(segment)) {
      found.push(open.trim());
      open = "";
    }
    open += segment;
    if (abbreviations.test(open) || beforeNumbers.test(open)) continue;
    found.push(open.trim());
    open = "";
  }
  found.push(open.trim());
  return found.filter((sentence) => sentence !== "");
}
