import type { Language } from "@matinale/contracts";
import lexicon from "../../sources/pronunciation.json" with { type: "json" };
import { sentences } from "./sentences.ts";

/** Silence between two sentences of one clip; what stands between clips is theirs. */
const sentencePause = '<break time="400ms"/>';

/** What is written one way and read another. */
type Reading = { pattern: RegExp; alias: (...groups: (string | undefined)[]) => string };

const reading = (pattern: RegExp, alias: Reading["alias"]): Reading => ({ pattern, alias });

const months: Record<Language, readonly string[]> = {
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(
    " ",
  ),
  en: "January February March April May June July August September October November December".split(
    " ",
  ),
};
const roman: Record<string, number> = { I: 1, V: 5, X: 10 };

function romanValue(letters: string): number {
  const values = [...letters].map((letter) => roman[letter] ?? 0);
  return values.reduce(
    (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
    0,
  );
}

/** Day before month, as both editions write it; what is no date is read as it stands. */
function spokenDate(language: Language, day = "", month = "", year = ""): string {
  const name = months[language][Number(month) - 1];
  if (name === undefined || Number(day) > 31) return `${day}/${month}/${year}`;
  return `${language === "fr" && Number(day) === 1 ? "1er" : Number(day)} ${name} ${year}`;
}

const numericDate = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/u;
const pair = /(?<![\d–-])(\d{1,2})[–-](\d{1,2})(?![\d–-])/u;
/** A ruler's number follows a name; "Type II" and the like are not names, but read well all the same. */
const ruler = /(?<=\p{Lu}\p{Ll}{2,} )([IVX]{2,5})(?![\p{L}\d])/u;

const frenchUnits: Record<string, string> = {
  "k€": "mille euros",
  "M€": "millions d’euros",
  "Md€": "milliards d’euros",
  "Mds€": "milliards d’euros",
  M$: "millions de dollars",
  Md$: "milliards de dollars",
  Mds$: "milliards de dollars",
};
const magnitude: Record<string, string> = {
  k: "thousand",
  m: "million",
  bn: "billion",
  tn: "trillion",
};
const currency: Record<string, string> = { "£": "pounds", $: "dollars", "€": "euros" };

const ordinalEnding = (value: number): string =>
  ({ 1: "st", 2: "nd", 3: "rd" })[value % 10 === value || value > 20 ? value % 10 : 0] ?? "th";

/** What Google's voices need help with, first match first. */
const readings: Record<Language, readonly Reading[]> = {
  fr: [
    reading(numericDate, (_, ...date) => spokenDate("fr", ...date)),
    reading(
      /(\d+(?:[ \u00A0\u202F.,]\d+)*)[ \u00A0\u202F]?(k€|M€|Mds?€|M\$|Mds?\$)/u,
      (_, count, unit = "") => `${count} ${frenchUnits[unit]}`,
    ),
    reading(/(?<!\d)\d{1,3}(?:[\u00A0\u202F ]\d{3})+(?!\d)/u, (whole = "") =>
      whole.replace(/\D/gu, ""),
    ),
    reading(pair, (_, one, other) => `${one} à ${other}`),
    reading(
      /(?<!\d)(\d{1,2}) ?h ?(\d{2})?(?![\p{L}\d])/u,
      (_, hours, minutes) =>
        `${hours} heure${Number(hours) > 1 ? "s" : ""}${Number(minutes ?? 0) > 0 ? ` ${Number(minutes)}` : ""}`,
    ),
    reading(
      /(?<!\p{L})([IVX]{1,5})(?:e|ème)(?!\p{L})/u,
      (_, number = "") => `${romanValue(number)}e`,
    ),
    reading(ruler, (_, number = "") => String(romanValue(number))),
    reading(/(?<!\p{L})M\.(?= \p{Lu})/u, () => "monsieur"),
    reading(/(?<!\p{L})Mme(?= \p{Lu})/u, () => "madame"),
    reading(/(?<!\p{L})n°/iu, () => "numéro "),
    reading(/km\/h(?!\p{L})/u, () => "kilomètres-heure"),
    reading(/km[2²]/u, () => "kilomètres carrés"),
    reading(/CO[2₂]/u, () => "C O 2"),
    reading(/°C(?!\p{L})/u, () => "degrés"),
  ],
  en: [
    reading(numericDate, (_, ...date) => spokenDate("en", ...date)),
    reading(
      /([£$€])(\d+(?:[.,]\d+)*) ?(k|m|bn|tn)(?!\p{L})/u,
      (_, sign = "", count, unit = "") => `${count} ${magnitude[unit]} ${currency[sign]}`,
    ),
    reading(
      /(\d+(?:[.,]\d+)*) ?(bn|tn)(?!\p{L})/u,
      (_, count, unit = "") => `${count} ${magnitude[unit]}`,
    ),
    reading(pair, (_, one, other) =>
      Number(one) < 10 && Number(other) < 10 ? `${one}, ${other}` : `${one} to ${other}`,
    ),
    reading(
      /(?<![\d.])(\d{1,2})\.(\d{2}) ?([ap])m(?!\p{L})/u,
      (_, hour, minutes, half) => `${hour}:${minutes} ${half}m`,
    ),
    reading(
      /(?<=\b(?:War|Type|Part|Phase|Act|Division) )([IVX]{1,5})(?![\p{L}\d])/u,
      (_, number = "") => String(romanValue(number)),
    ),
    reading(
      ruler,
      (_, number = "") => `the ${romanValue(number)}${ordinalEnding(romanValue(number))}`,
    ),
    reading(/(?<!\p{L})No\.? (?=\d)/u, () => "number "),
    reading(/(?<!\p{L})mph(?!\p{L})/u, () => "miles per hour"),
    reading(/km\/h(?!\p{L})/u, () => "kilometres per hour"),
    reading(/(?<!\p{L})vs\.?(?!\p{L})/u, () => "versus"),
    reading(/CO[2₂]/u, () => "C O 2"),
    reading(/°C(?!\p{L})/u, () => "degrees Celsius"),
  ],
};

const named = (language: Language): Reading => {
  const spoken = new Map(Object.entries<string>(lexicon[language]));
  const longestFirst = [...spoken.keys()].toSorted((one, other) => other.length - one.length);
  const anyOf = longestFirst.map((name) => name.replaceAll(".", "\\.")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\d-])(?:${anyOf})(?![\\p{L}\\d-])`, "u");
  return reading(pattern, (name = "") => spoken.get(name) ?? name);
};
const all: Record<Language, readonly Reading[]> = {
  fr: [named("fr"), ...readings.fr],
  en: [named("en"), ...readings.en],
};

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/gu, (sign) => entities[sign] ?? "");

/** The text with what is read another way marked; each reading sees what those before it left. */
function marked(text: string, [first, ...rest]: readonly Reading[]): string {
  if (first === undefined) return escaped(text);
  const found = first.pattern.exec(text);
  if (found === null) return marked(text, rest);
  const alias = escaped(first.alias(...found));
  const after = text.slice(found.index + found[0].length);
  return (
    marked(text.slice(0, found.index), rest) +
    `<sub alias="${alias}">${escaped(found[0])}</sub>` +
    marked(after, [first, ...rest])
  );
}

/** What a voice is given to read: pauses between sentences, and a reading where the writing would mislead it. */
export const toSsml = (text: string, language: Language): string =>
  `<speak>${sentences(text, language)
    .map((sentence) => marked(sentence, all[language]))
    .join(sentencePause)}</speak>`;
