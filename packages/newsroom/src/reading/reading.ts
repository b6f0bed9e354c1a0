import type { Language } from "@matinale/contracts";

/** A pattern of written text, and the words that a voice says instead. */
export type Reading = { pattern: RegExp; alias: (...groups: (string | undefined)[]) => string };

export const reading = (pattern: RegExp, alias: Reading["alias"]): Reading => ({ pattern, alias });

const months: Record<Language, readonly string[]> = {
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(
    " ",
  ),
  en: "January February March April May June July August September October November December".split(
    " ",
  ),
};
const roman: Record<string, number> = { I: 1, V: 5, X: 10 };

export function romanValue(letters: string): number {
  const values = [...letters].map((letter) => roman[letter] ?? 0);
  return values.reduce(
    (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
    0,
  );
}

/** A date in words; the day comes before the month in both languages. Digits that are no date stay unchanged. */
export function spokenDate(language: Language, day = "", month = "", year = ""): string {
  const name = months[language][Number(month) - 1];
  if (name === undefined || Number(day) > 31) return `${day}/${month}/${year}`;
  return `${language === "fr" && Number(day) === 1 ? "1er" : Number(day)} ${name} ${year}`;
}

export const numericDate = /(?<![\d./])(\d{1,2})[./](\d{1,2})[./](\d{4})(?![\d/])/u;
/** Two numbers of a score, a vote or an age range; not a name such as "A320-200" or "737-800". */
export const pair = /(?<![\p{L}\d.,–-])(\d{1,3})[–-](?!\d00)(\d{1,3})(?![\p{L}\d–-])/u;
/** The sign before a number: "+2 %", "−5 degrees". */
export const signed = /(?<=^|[\s(«])([+−-])(?=\d)/u;
/** The Roman number of a ruler, after a name. "Type II" matches too, and reads well. */
export const ruler = /(?<=\p{Lu}\p{Ll}{2,} )([IVX]{2,5})(?![\p{L}\d])/u;

const abbreviatedMonth: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(janv|févr?|avr|juil|sept|oct|nov|déc)\.(?= \d)|(?<=\d )(janv|févr?|avr|juil|sept|oct|nov|déc)\./u,
  en: /(?<!\p{L})(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?(?= \d)|(?<=\d )(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?:\.(?= )|(?!\p{L}))|(?<=\b(?:to|in|since|until|from|by|last) )(Feb|Aug|Sept|Oct|Nov|Dec)(?:\.(?= )|(?!\p{L}))/u,
};
const fullMonth = (language: Language, ...found: (string | undefined)[]): string => {
  const begins = found.find((each) => each !== undefined) ?? "";
  return months[language].find((month) => month.startsWith(begins.slice(0, 4))) ?? begins;
};
export const monthOf = (language: Language): Reading =>
  reading(abbreviatedMonth[language], (_, ...found) => fullMonth(language, ...found.slice(0, 3)));
