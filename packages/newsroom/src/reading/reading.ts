import type { Language } from "@matinale/contracts";
import { months } from "../text/calendar.ts";

/**
 * A pattern of written text, and the words that a voice says instead. `alias` gets the match and its groups; with null
 * the text stays, for the readings after this one. Patterns see plain spaces, apostrophes and hyphens.
 */
export type Reading = {
  pattern: RegExp;
  alias: (...groups: (string | undefined)[]) => string | null;
};

export const reading = (pattern: RegExp | string, alias: Reading["alias"]): Reading => ({
  pattern:
    typeof pattern === "string"
      ? new RegExp(pattern, "gu")
      : new RegExp(pattern.source, `${pattern.flags}g`),
  alias,
});

/** A reading in fixed words: "$1" is the text of the first group, and nothing when that group has not matched. */
export const said = (pattern: RegExp | string, words: string): Reading =>
  reading(pattern, (...groups) =>
    words.replaceAll(/\$(\d)/gu, (_, group: string) => groups[Number(group)] ?? ""),
  );

export const anyOf = (words: Iterable<string>): string =>
  [...words]
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replaceAll(/[.$+*?^()|[\]{}/\\]/gu, String.raw`\$&`))
    .join("|");

/** A table with one entry for each form that a key lists: "lb|lbs" is two. */
export const byForm = <T>(table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([forms, meaning]) =>
      forms.split("|").map((form) => [form, meaning] as const),
    ),
  );

export type Words = readonly [one: string, many: string];
/** Makes units with prefixes of the metric system, by the names of these: "kW", a kilowatt, from "W", a watt. */
export const metricUnits =
  (names: Readonly<Record<string, string>>) =>
  (sign: string, [one, many]: Words, ...prefixes: string[]): Record<string, Words> =>
    Object.fromEntries(
      prefixes.map((prefix) => {
        const name = names[prefix] ?? "";
        return [prefix + sign, [name + one, name + many]];
      }),
    );
export const wordsOf = (table: Readonly<Record<string, Words>>, sign: string): Words =>
  table[sign] ?? [sign, sign];

const roman: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

/** The value of a Roman number up to 399, in capitals. */
export function romanValue(letters: string): number {
  const values = [...letters].map((letter) => roman[letter] ?? 0);
  return values.reduce(
    (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
    0,
  );
}

/** Alias of a Roman number in the first group. */
export const inDigits: Reading["alias"] = (_, count = "") => String(romanValue(count));

/**
 * A date in words; the day comes before the month in both languages. Null when the digits are no date. A year of two
 * digits is in this century.
 */
export function spokenDate(language: Language, day = "", month = "", year?: string): string | null {
  const name = months[language][Number(month) - 1];
  if (name === undefined || Number(day) > 31 || Number(day) === 0) return null;
  const date = `${language === "fr" && Number(day) === 1 ? "1er" : Number(day)} ${name}`;
  return year === undefined ? date : `${date} ${year.length === 2 ? `20${year}` : year}`;
}

/** Reads the dash between two percentages: "3.50%-3.75%", « 3,50 %-3,75 % ». @param to  the word for it */
export const percentages = (to: string): Reading => said(/(?<=\d ?%) ?[–-] ?(?=\d)/u, ` ${to} `);
/** Two numbers of a score, a vote or an age range; not a name such as "A320-200", "737-800" or "747-8". */
export const pair =
  /(?<![\p{L}\d.,–-])(?!7\d7-[89](?!\d))(\d{1,3})[–-](?!\d00)(\d{1,3})(?![\p{L}\d–-])/u;
/** Results in half points: "½-½", "2½-1½". @param draw  the words for the first, @param to  the word for the dash */
export const halfPoints = (draw: string, to: string): Reading[] => [
  said(/(?<![\d/])(½|1\/2)[–-]\1(?![\d/])/u, draw),
  said(/(?<=[\d½])[–-](?=\d+½)|(?<=\d½)[–-](?=\d)/u, ` ${to} `),
];
const set = String.raw`[0-7][–-][0-7](?: ?[([]\d{1,2}(?:[–/-]\d{1,2})?[)\]])?`;
/** Two sets of tennis or more: "6-4 7-6 (7-5)", "6-3 / 6-0", "6-1 and 6-2". */
const sets = String.raw`(?<![\p{L}\d.,–/-])${set}(?:(?:,? (?:et |and )?| ?/ ?)${set})+(?![\p{L}\d–/-])`;
const isWonSet = (one = "", other = ""): boolean => {
  const [loser = 0, winner = 0] = [Number(one), Number(other)].toSorted();
  return winner === 7 ? loser >= 5 : winner === 6 && loser <= 4;
};
/** Sets as their games. The points of a tie-break are left out when only the loser's are there, as in "7-6 (5)". */
export const setReading = (gamesOf: (games: string) => string): Reading =>
  reading(sets, (found = "") =>
    isWonSet(found[0], found[2])
      ? found
          .replaceAll(/ ?[([]\d+[)\]]/gu, "")
          .replaceAll(/(?<=[\d)\]])(?: ?\/ ?| )(?=\d[–-])/gu, ", ")
          .replaceAll(
            /(\d+)[–/-](\d+)/gu,
            (_, one: string, other: string) => `${gamesOf(one)} ${gamesOf(other)}`,
          )
      : null,
  );
/** "#BlackLivesMatter" as three words. */
export const hashtag = reading(/#(\p{L}[\p{L}\d]*)/u, (_, tag = "") =>
  tag.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " "),
);
/** "Canal+", "OPEC+", and the ratings of debts "A+" and "AA-". @param minus  the word for the sign */
export const signsBehind = (minus: string): Reading[] => [
  said(/(?<=\p{L})\+(?=[\s,.;:)'/]|$)/u, " plus"),
  said(/(?<=(?<![\p{L}\d])(?:A|B|C){1,3})-(?=[\s,.;:)'/]|$)/u, ` ${minus}`),
];
/** Readings of the signs that compare a number: "> 50 %", "≈ 300". */
export const comparing = (spoken: Readonly<Record<string, string>>): Reading =>
  reading(
    `(?<![\\p{L}\\d])(${anyOf(Object.keys(spoken))}) ?(?=[\\d€$£])`,
    (_, sign = "") => `${spoken[sign] ?? sign} `,
  );
/** The sign before a number: "+2 %", "−5 degrees". */
export const signed = /(?<=^|[\s(«“"])([+−-])(?=\d)/u;

const abbreviatedMonth: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(janv|févr?|avr|juil|sept|oct|nov|déc)\.(?= \d|-\p{L})|(?<=\d(?:er)? )(janv|févr?|avr|juil|sept|oct|nov|déc)(?:\.|(?!\p{L}))|(?<=(?:en|de|à|depuis|dès|fin|début|mi-?) ?)(janv|févr?|avr|juil|sept|oct|nov|déc)\.(?=[ ,;)]|$)/u,
  en: /(?<!\p{L})(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?(?= \d|[–-]\p{Lu}\p{Ll}{2,3}\.? \d)|(?<=\d )(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?:\.(?= )|(?!\p{L}))|(?<=\b(?:to|in|and|since|until|from|by|last|early|late|mid) )(Jan|Feb|Aug|Sept|Oct|Nov|Dec)(?:\.(?=[ ,])|(?!\p{L}))/u,
};
const fullMonth = (language: Language, ...found: (string | undefined)[]): string => {
  const begins = found.find((each) => each !== undefined) ?? "";
  return months[language].find((month) => month.startsWith(begins.slice(0, 4))) ?? begins;
};
/** Dates in digits with their year, such as "2026-05-31" and "31/05/2026", and abbreviated months. */
export const dateReadings = (language: Language): Reading[] => [
  reading(/(?<![\d-])((?:19|20)\d\d)-(\d\d)-(\d\d)(?![\d-])/u, (_, year, month, day) =>
    spokenDate(language, day, month, year),
  ),
  reading(
    /(?<![\d./])(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d{2})(?![\d/])/u,
    (_, day, _separator, month, year) => spokenDate(language, day, month, year),
  ),
  reading(abbreviatedMonth[language], (_, ...found) => fullMonth(language, ...found.slice(0, 3))),
];
