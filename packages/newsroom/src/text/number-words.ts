import type { Language } from "@matinale/contracts";
import { startCount, type Count } from "./count.ts";

/** A number that a text states. `scale` is its magnitude (1e6 for "3 million"), 1 for none; `from` and `to` are its position. */
type Stated = { value: number; percent: boolean; scale: number; from: number; to: number };

const space = String.raw`[ \u00A0\u202F\u2009]`;
/** "1 200", "12’000", "3,5", "1.200,50", "2026"; or a word. */
const token = new RegExp(
  String.raw`\d{1,3}(?:[ \u00A0\u202F\u2009'’]\d{3}(?!\d))+(?:[.,]\d+)?|\d+(?:[.,]\d+)*|\p{L}+`,
  "gu",
);
const between = new RegExp(`^(?:${space}|-)*$`, "u");
const percentSign = new RegExp(`^${space}*%`, "u");
/** Words that may be part of a number: "vingt et un", "two and a half". */
const joining: Record<Language, RegExp> = { fr: /^et$/u, en: /^(?:and|a)$/u };

/** Expressions with a number word that states no number. */
const idle: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:quarts? de finale|demi-(?:finales?|tours?|mot)|premi(?:er|ère)s?[ -](?:ministres?|dames?|secours|plan)|tiers-monde|huit clos|huis clos|sous-seing)(?!\p{L})/giu,
  en: /(?<!\p{L})(?:first[ -](?:minister|lady|ladies|names?|aid|of all)|half[ -]?time|(?:first|second) half|(?:quarter|semi)[ -]?finals?|(?<=(?:first|second|third|fourth|last|final|next|this|previous) )quarters?)(?!\p{L})/giu,
};
const glyphs: Record<string, string> = { "½": "0.5", "¼": "0.25", "¾": "0.75" };

/** The text in the form in which numbers are searched. */
const prepared = (text: string, language: Language): string =>
  text
    .replace(/\p{Nd}/gu, (digit) => digit.normalize("NFKC"))
    .replace(/[½¼¾]/gu, (glyph) => glyphs[glyph] ?? glyph)
    // a lower-case m after digits is a metre, unless a currency sign follows
    .replace(language === "fr" ? /(?<=\d[ \u00A0\u202F]?)m(?![\p{L}€$£])/gu : /(?!)/gu, "x")
    .toLowerCase()
    .replace(/pour[\s-]cents?(?!\p{L})|per[\s-]?cent(?!\p{L})|(?<=\d)pc(?!\p{L})/gu, "%")
    .replace(/(?<!\d)(\d{1,2})\.(\d{2})(?=\s?[ap]\.?m(?!\p{L}))/gu, "$1:$2");

/** The prepared text with the letters of idle expressions hidden; positions stay the same. */
const withoutIdle = (plain: string, language: Language): string =>
  plain.replace(idle[language], (expression) => expression.replace(/\p{L}/gu, "."));

/** The value of "12,5", "1 200", "1,200.5" or "1.200"; the three values of "5.12.2026". */
function valuesOf(digits: string, language: Language): number[] {
  const whole = digits.replace(/[^\d.,]/gu, "");
  const thousands = language === "fr" ? /\.(?=\d{3}(?!\d))/gu : /,(?=\d{3}(?!\d))/gu;
  const value = Number(whole.replace(thousands, "").replace(",", "."));
  return Number.isNaN(value) ? whole.split(/[.,]/u).map(Number) : [value];
}

/** Every number that a prepared text states, in digits or in words, in order. */
function statedIn(preparedText: string, language: Language): Stated[] {
  const plain = withoutIdle(preparedText, language);
  const found: Stated[] = [];
  let open: { count: Count; from: number; to: number } | null = null;
  let reach = 0;
  const close = () => {
    if (open === null) return;
    const { count, from, to } = open;
    const percent = percentSign.test(plain.slice(to));
    found.push({ value: count.value(), scale: count.scale(), percent, from, to });
    open = null;
  };
  for (const { 0: word, index } of plain.matchAll(token)) {
    if (!between.test(plain.slice(reach, index))) close();
    reach = index + word.length;
    if (joining[language].test(word)) continue;
    const parts = /^\d/u.test(word) ? valuesOf(word, language) : [word];
    for (const part of parts) {
      if (open?.count.add(part) === true) {
        open.to = reach;
        continue;
      }
      close();
      const count = startCount(language);
      if (count.add(part)) open = { count, from: index, to: reach };
    }
  }
  close();
  return found;
}

/** Without the errors of binary fractions. */
const rounded = (value: number): number => Number(value.toPrecision(9));

const keyOf = (value: number, percent: boolean): string => `${rounded(value)}${percent ? "%" : ""}`;

/**
 * Every number that a text states, in digits or in words, as a key. "12 millions", "12 000 000" and "douze millions" have
 * one key, and so have "3e" and "troisième". The key of a percentage ends with "%".
 */
export const numbersIn = (text: string, language: Language): Set<string> =>
  new Set(
    statedIn(prepared(text, language), language).map(({ value, percent }) => keyOf(value, percent)),
  );

/** The text in lower case with all its numbers in digits: "douze villes" becomes "12 villes". */
export function inDigits(text: string, language: Language): string {
  const plain = prepared(text, language);
  let written = "";
  let end = 0;
  for (const { value, from, to } of statedIn(plain, language)) {
    written += `${plain.slice(end, from)}${rounded(value)}`;
    end = to;
  }
  return written + plain.slice(end);
}

/** A number that a text states, with the text before and after it in lower case. */
export type Quantity = { value: number; percent: boolean; before: string; after: string };

const surroundings = 24;

/** Every number that a text states, in digits or in words, with the words around it, which say what it counts. */
export function quantitiesIn(text: string, language: Language): Quantity[] {
  const plain = prepared(text, language);
  return statedIn(plain, language).map(({ value, percent, from, to }) => ({
    value: rounded(value),
    percent,
    before: plain.slice(Math.max(0, from - surroundings), from),
    after: plain.slice(to, to + surroundings),
  }));
}

const range = /^\s*(?:[-–—]|à|et|ou|to|and|or)\s*[£$€]?\s*$/u;

/**
 * The numbers that a summary of a text may state: those in the text, and those that the text abbreviates. "2 à 3 %" also
 * means 2 %, "30–40 million" 30 million, "1986-87" 1987, and "100m" may be 100 metres.
 */
export function numbersAllowedBy(text: string, language: Language): Set<string> {
  const plain = prepared(text, language);
  const stated = statedIn(plain, language);
  const allowed = new Set(stated.map(({ value, percent }) => keyOf(value, percent)));
  for (const [index, { value, scale, from, to }] of stated.entries()) {
    if (/^[\d.,]+\s?[mk]$/u.test(plain.slice(from, to))) allowed.add(keyOf(value / scale, false));
    const next = stated[index + 1];
    if (next === undefined || !range.test(plain.slice(to, next.from))) continue;
    if (next.percent) allowed.add(keyOf(value, true));
    if (scale === 1 && next.scale > 1) allowed.add(keyOf(value * next.scale, next.percent));
    const century = value - (value % 100);
    if (value >= 1000 && value < 3000 && next.value < 100)
      allowed.add(keyOf(century + next.value, false));
    if (value >= 1000 && next.value - century < 100)
      allowed.add(keyOf(next.value - century, false));
  }
  return allowed;
}
