import type { Language } from "@matinale/contracts";
import { anyMonth } from "../text/calendar.ts";
import { quantitiesIn, type Quantity } from "../text/number-words.ts";
import { wordKeys } from "./story-keys.ts";

/** A number and what it counts. Two measures of one unit can be compared. */
export type Measure = { unit: string; value: number };

const money: readonly [unit: string, before: RegExp, behind: RegExp][] = [
  ["euro", /€\s*$/u, /^[\s-]*(?:€|(?:d['’]|de )?euros?(?!\p{L}))/u],
  ["dollar", /\$\s*$/u, /^[\s-]*(?:\$|(?:de )?dollars?(?!\p{L}))/u],
  ["pound", /£\s*$/u, /^[\s-]*(?:£|(?:de )?(?:livres?|pounds?)(?!\p{L}))/u],
];
const years = /^[\s-]*(?:ans?|years?|year-olds?)(?!\p{L})/u;
const aged = /(?:aged?(?: of)?|[âa]ge de|(?:dies|dead|died) at)\s*$/u;
/** Fewer years are a contract or a term of office, and no age of a person in the news. */
const shortYears = 12;
/** The text after a date, an hour or an ordinal, which count nothing. */
const dated = new RegExp(
  String.raw`^(?:\s*(?:h(?:\d|eures?)?|er|e|è|ème|st|nd|rd|th|[ap]\.?m)(?!\p{L})|[\s,]*(?:${anyMonth("fr")}|${anyMonth("en")})(?!\p{L}))`,
  "iu",
);
/** Units whose number changes as an event goes on, such as victims: two numbers may belong to one event. */
const growing =
  /^(?:dead|kill|casua|hurt|miss(?!i)|evacu|arres|inter|hom(?!m)|resid|peopl|perso|person|famil|passa|voyag|mont|day|jour|hour|week|year|minut|first|next|last|nouve|more|other|autre|seat|siege|manda|term|echan|trade)/u;

/**
 * A past participle counts people by what has happened to them so far: "80 rescued", « 80 marins secourus ». Not the
 * nouns that French forms alike: « 12 députés », « 300 salariés ».
 */
const happened: Record<Language, RegExp> = {
  fr: /^(?:\s\p{L}+s)?\s(?!salarié|employé|abonné|degré|marché|congé)\p{L}*(?:(?:[^t]|port)és|[eo]urus|enus)(?!\p{L})/u,
  en: /^(?:\s\p{L}+s)?\s\p{L}+ed(?!\p{L})/u,
};

function measureOf(quantity: Quantity, language: Language): Measure | null {
  const { value, percent, before, after } = quantity;
  if (percent) return { unit: "%", value };
  if (/magnitude(?: of| de)?\s*$/u.test(before) || /^[\s-]*magnitude/u.test(after)) {
    return { unit: "magnitude", value };
  }
  const currency = money.find(([, ahead, behind]) => ahead.test(before) || behind.test(after));
  if (currency !== undefined) return { unit: currency[0], value };
  if (years.test(after) || aged.test(before)) {
    return { unit: value < shortYears ? "few years" : "years", value };
  }
  if (happened[language].test(after)) return null;
  if (dated.test(after) || (value >= 1900 && value < 2100)) return null;
  const [next = ""] = /^\s\p{L}+/u.exec(after) ?? [];
  const [unit] = wordKeys(next, language);
  return unit === undefined || unit.startsWith("#") || growing.test(unit) ? null : { unit, value };
}

/** A score or a vote; "2-1" and "1-2" are one result. */
const scored = /(?<![\d-])(\d{1,3})\s?[-–]\s?(\d{1,3})(?![\d-])/gu;

/** The distance of a race, which "100m" alone does not say: it may be a hundred million. */
const raced =
  /(?<![\d£$€.,])(?:(\d) ?[x×] ?)?(\d{2,3}|\d{1,2}[ \u00A0\u202F,.]?\d{3})[ \u00A0\u202F-]?m(?:[eè]t(?:re|er)s?)?(?= (?:back|breast|butterfly|brasse|champion|dames|dos|en |final|free|gold|silver|bronze|haies|hurdles|libre|medley|messieurs|nage|papillon|race|record|relay|sprint|steeple|title|4 nages)|['’]s)/giu;

/** "23h15", "14:15 GMT" */
const time = /\d{1,2} ?[h:] ?\d{2}(?!\d)/giu;

/** The measures of a text in order. Dates, hours and numbers that change as an event goes on are left out. */
export function measuresIn(text: string, language: Language): Measure[] {
  const scores = [...text.matchAll(scored)].map(([, one, other]) => {
    const [less = 0, more = 0] = [Number(one), Number(other)].toSorted((a, b) => a - b);
    return { unit: "score", value: more * 1_000 + less };
  });
  const distances = [...text.matchAll(raced)].map(([, legs = "0", metres = ""]) => ({
    unit: "race",
    value: Number(legs) * 100_000 + Number(metres.replaceAll(/\D/gu, "")),
  }));
  const others = text
    .replaceAll(scored, " ")
    .replaceAll(raced, " ")
    .replaceAll(time, " ")
    .replaceAll(/(?<=\d)(?=kg(?!\p{L}))/giu, " ");
  const counted = quantitiesIn(others, language).flatMap(
    (quantity) => measureOf(quantity, language) ?? [],
  );
  return [...scores, ...distances, ...counted];
}

const exact = new Set(["race", "score", "years", "few years"]);
/** Institutes differ by up to this much on one earthquake. */
const magnitudes = 0.25;
/** Relative difference of rounded numbers: "12 %" for 12.3 %; large ones are rounded more, "a quarter-million" for 240,000. */
const rounding = (value: number): number => (value >= 100_000 ? 0.05 : 0.03);

/** Whether two measures may be the same one, reported by two outlets. */
export function sameMeasure(one: Measure, other: Measure): boolean {
  if (one.unit !== other.unit) return false;
  const apart = Math.abs(one.value - other.value);
  if (exact.has(one.unit)) return apart === 0;
  if (one.unit === "magnitude") return apart < magnitudes;
  const larger = Math.max(Math.abs(one.value), Math.abs(other.value));
  return apart <= rounding(larger) * larger;
}
