import { addDays, instantOf, localDate, pauseEnd, weekdayOf } from "../schedule/slot-instants.ts";

/** How long a pause lasts, as a person has written it: a number of days, or until the next date that fits. */
export type PauseLength = { days: number } | { until: DateWords };

interface DateWords {
  /** ISO weekday, 1 = Monday. */
  weekday?: number;
  day?: number;
  /** 1 to 12. */
  month?: number;
  year?: number;
}

const longestPauseDays = 90;

/** Words by their position in the list, from 1; a slash separates words of one position. */
const positions = (list: string): Map<string, number> =>
  new Map(
    list
      .split(" ")
      .flatMap((words, index) => words.split("/").map((word) => [word, index + 1] as const)),
  );
const numberWords = positions(
  "un/une/a/an/one deux/two trois/three quatre/four cinq/five six sept/seven huit/eight neuf/nine dix/ten " +
    "onze/eleven douze/twelve treize/thirteen quatorze/fourteen quinze/fifteen",
);
const weekdays = positions(
  "lundi/monday/mon mardi/tuesday/tue mercredi/wednesday/wed jeudi/thursday/thu vendredi/friday/fri samedi/saturday/sat " +
    "dimanche/sunday/sun",
);
const months = positions(
  "janvier/january/janv/jan fevrier/february/fevr/feb mars/march/mar avril/april/avr/apr mai/may juin/june/jun " +
    "juillet/july/juil/jul aout/august/aug septembre/september/sept/sep octobre/october/oct novembre/november/nov " +
    "decembre/december/dec",
);
const unitDays = new Map([
  ...["j", "jour", "jours", "d", "day", "days"].map((unit) => [unit, 1] as const),
  ...["semaine", "semaines", "week", "weeks"].map((unit) => [unit, 7] as const),
  ...["mois", "month", "months"].map((unit) => [unit, 30] as const),
]);

/** "pause", "faire une pause", "mettez en pause". */
const pauseWords =
  /^(?:(?:faire|fais|faites|mettre|mets|mettez|prendre|take) )?(?:(?:une|en|a) )?pause(?![a-z])/;
const untilWords = /^(?:jusqu(?:e| a| au| en)|until|till|til)(?= )/;
/** Words that a length or a date may have and that do not change it. */
const fillers = new Set(
  (
    "d de pendant pour durant for me mes mon les my editions messages abonnement subscription " +
    "a au le la ce on of the this next prochain prochaine er st nd rd th"
  ).split(" "),
);

/**
 * Reads the length of a PAUSE.
 *
 * @param plain  the message in small letters, without accents and punctuation
 * @returns null when the length is missing or cannot be read; undefined when the message is no PAUSE
 */
export function pauseLengthOf(plain: string): PauseLength | null | undefined {
  const pause = pauseWords.exec(plain)?.[0];
  if (pause === undefined) return undefined;
  const rest = plain.slice(pause.length).trim();
  const until = untilWords.exec(rest)?.[0];
  return until === undefined ? daysIn(wordsOf(rest)) : dateIn(wordsOf(rest.slice(until.length)));
}

const wordsOf = (plain: string): string[] =>
  plain
    .replace(/(?<=\d)(?=[a-z])/g, " ")
    .split(" ")
    .filter((word) => word !== "");

function daysIn(words: readonly string[]): PauseLength | null {
  const unit = unitDays.get(words.at(-1) ?? "");
  const [number = "", ...others] = (unit === undefined ? words : words.slice(0, -1)).filter(
    (word) => numberWords.has(word) || !fillers.has(word),
  );
  if (others.length > 0) return null;
  // "pause une" is not finished
  const inWords = unit === undefined ? undefined : numberWords.get(number);
  const count = /^\d{1,4}$/.test(number) ? Number(number) : (inWords ?? 0);
  const days = count * (unit ?? 1);
  return days >= 1 && days <= longestPauseDays ? { days } : null;
}

function dateIn(words: readonly string[]): PauseLength | null {
  const named = words.filter((word) => !fillers.has(word));
  const date: DateWords = {};
  for (const word of named) {
    const number = /^\d{1,4}$/.test(word) ? Number(word) : undefined;
    const weekday = word === "semaine" || word === "week" ? 1 : weekdays.get(word);
    const month = months.get(word) ?? (date.day === undefined ? undefined : number);
    if (weekday !== undefined) date.weekday = weekday;
    else if (number !== undefined && number > 31) date.year = number;
    else if (month !== undefined) date.month = month;
    else if (number !== undefined) date.day = number;
    else if (word !== "demain" && word !== "tomorrow") return null;
  }
  return named.length === 0 ? null : { until: date };
}

/**
 * The end of a pause that begins at `at`. "Until Monday" ends with the night before Monday, so that the
 * editions of Monday arrive.
 *
 * @returns null when no such date is within 90 days
 */
export function pauseUntil(length: PauseLength, at: Date, zone: string): Date | null {
  if ("days" in length) return pauseEnd(at, length.days, zone);
  const today = localDate(zone, at);
  const end = Array.from({ length: longestPauseDays }, (_, index) =>
    addDays(today, index + 1),
  ).find((date) => isDate(date, length.until));
  return end === undefined ? null : new Date(instantOf(zone, end, "00:00"));
}

/** Whether a calendar date, "YYYY-MM-DD", is the one in words. */
function isDate(date: string, { weekday, day, month, year }: DateWords): boolean {
  const [ofYear, ofMonth, ofDay] = date.split("-").map(Number);
  return (
    (year === undefined || year === ofYear) &&
    (month === undefined || month === ofMonth) &&
    // the day decides when both are given: people get the weekday of a date wrong
    (day === undefined ? weekday === undefined || weekday === weekdayOf(date) : day === ofDay)
  );
}
