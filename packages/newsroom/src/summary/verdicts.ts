import type { Language } from "@matinale/contracts";
import { plainlyFolded } from "../text/words.ts";

const convicted: Record<Language, string> = { fr: "condamn|coupable", en: "convict|guilt" };
/** Crimes and convictions: who is charged with one would be told to have done it, to have done another, or to be convicted. */
const verdict: Record<Language, RegExp> = {
  fr: new RegExp(
    String.raw`(?<!\p{L})(?:${convicted.fr}|agress|assassin|blanchi|corromp|corrup|détourn|escro|extor|fraud|harcel|harcèl|meurtr|tortur|viol(?:s?(?!\p{L})|é|eur)|vol(?:é|eur))`,
    "giu",
  ),
  en: new RegExp(
    String.raw`(?<!\p{L})(?:${convicted.en}|abus|assault|blackmail|brib|corrupt|embezzl|extort|fraud|harass|launder|murder|rap(?:ed?|ing|ist)(?!\p{L})|stabb|steal|stole|theft|thief|tortur|traffick)`,
    "giu",
  ),
};
/** A sentence of charges: it tells no crime as a fact. */
const charged: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:accus|enquêt|inculp|(?:en|l[’'])\s?examen|plainte|poursuiv|présum|procès|soupçon|suspect)/iu,
  en: /(?<!\p{L})(?:accus|alleg|charg|claim|den(?:y|ie)|indict|inquiry|investigat|plead|suspect|trial)/iu,
};
/** The beginnings of the words of crimes and convictions in a text. */
export const verdictsIn = (text: string, language: Language): string[] =>
  text.match(verdict[language])?.map((word) => plainlyFolded(word).slice(0, 4)) ?? [];
/** The crimes that sentences tell as facts, and their convictions, as `verdictsIn`. */
export const provenIn = (all: readonly string[], language: Language): string[] =>
  all.flatMap((sentence) =>
    verdictsIn(sentence, language).filter(
      (word) => !charged[language].test(sentence) || convicted[language].includes(word),
    ),
  );
