import type { Language } from "@matinale/contracts";

const segmenters = {
  fr: new Intl.Segmenter("fr", { granularity: "sentence" }),
  en: new Intl.Segmenter("en-GB", { granularity: "sentence" }),
};

/** After these a full stop does not end a sentence. */
const abbreviations =
  /(?:^|[\s(«“])(?:M|MM|Mme|Mlle|Me|Dr|Pr|St|Ste|Mr|Mrs|Ms|Jr|Sr|No|Nos|Gen|Col|Lt|Sgt|Rep|Sen|Gov|vs|etc|art|p|env|approx|\p{Lu}|(?:\p{Lu}\.)+\p{Lu})\.\s*$/u;

/** The sentences of a text in order, each trimmed. The rules are Unicode's, abbreviations of titles and initials aside. */
export function sentences(text: string, language: Language): string[] {
  const found: string[] = [];
  let open = "";
  for (const { segment } of segmenters[language].segment(text)) {
    open += segment;
    if (abbreviations.test(open)) continue;
    if (open.trim() !== "") found.push(open.trim());
    open = "";
  }
  if (open.trim() !== "") found.push(open.trim());
  return found;
}
