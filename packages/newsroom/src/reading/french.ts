import { anyMonth, weekdays } from "../text/calendar.ts";
import {
  anyOf,
  comparing,
  dateReadings,
  halfPoints,
  hashtag,
  inDigits,
  pair,
  percentages,
  reading,
  romanValue,
  said,
  setReading,
  signed,
  signsBehind,
  spokenDate,
  wordsOf,
  type Reading,
} from "./reading.ts";
import { currencies, magnitudes, per, units } from "./french-units.ts";
import {
  accounts,
  afterNumber,
  beforeNumber,
  compared,
  finals,
  fractions,
  parts,
  quarters,
  regnalNames,
  titles,
} from "./french-words.ts";

/** "12 000", "3,5", "1.200", "7". */
const number = String.raw`\d{1,3}(?: \d{3})+(?:,\d+)?|\d+(?:[.,]\d+)*`;
const digits = (written: string): string => written.replaceAll(" ", "");
const valueOf = (written: string): number =>
  Number(
    digits(written)
      .replace(/\.(?=\d{3})/gu, "")
      .replace(",", "."),
  );
/** In French the plural begins at two. */
const isMany = (written: string): boolean => valueOf(written) >= 2;

const ofMoney = (many: string): string => `${/^[aeiouyéè]/iu.test(many) ? "d’" : "de "}${many}`;
const perUnit = `(?:/(${anyOf(Object.keys(per))}))?`;
const each = (unit: string | undefined): string =>
  unit === undefined ? "" : ` par ${per[unit] ?? unit}`;

const currency = anyOf(Object.keys(currencies));
const magnitude = anyOf(Object.keys(magnitudes));

/** One number or two, "10" or "10 à 15". */
const spokenRange = (least: string | undefined, most: string): string =>
  least === undefined ? digits(most) : `${digits(least)} à ${digits(most)}`;

/** One amount or two, "10-15 €", with magnitude, currency and what it is the price of. */
function spokenMoney(
  least: string | undefined,
  most: string,
  size: string | undefined,
  sign: string,
  of: string | undefined,
): string {
  const [one, many] = wordsOf(currencies, sign);
  // "1.200 €" is a price in thousands, "1.729 €/L" is one of fuel
  const whole = most.replaceAll(/\.(?=\d{3}(?!\d))/gu, of === undefined ? "" : ",");
  const range = spokenRange(least, whole);
  const plural = isMany(whole);
  if (size === undefined) return `${range} ${plural ? many : one}${each(of)}`;
  const large = magnitudes[size] ?? size;
  if (large === "mille") return `${range} mille ${many}${each(of)}`;
  return `${range} ${large}${plural ? "s" : ""} ${ofMoney(many)}${each(of)}`;
}

const money: Reading[] = [
  reading(
    String.raw`(?<![\p{L}\d,.])(\d+) ?(€|\$|£)(\d{2})(?!\d)`,
    (_, count = "", sign = "", cents) => {
      const [one, many] = wordsOf(currencies, sign);
      return `${count} ${isMany(count) ? many : one} ${cents}`;
    },
  ),
  reading(
    String.raw`(?<![\p{L}\d,.])(?:(${number}) ?[-–] ?)?(${number}) ?(${magnitude})? ?(${currency})${perUnit}(?![\p{L}\d€$£])`,
    (_, least, most = "", size, sign = "", of) => spokenMoney(least, most, size, sign, of),
  ),
  reading(
    String.raw`(?<=(?:(?:million|milliard)s?|\d ?(?:M|[Mm]ds?)) )(?:de |d')?(${currency})(?![\p{L}\d])`,
    (_, sign = "") => ofMoney(wordsOf(currencies, sign)[1]),
  ),
  reading(
    String.raw`(?<![\p{L}\d])(US\$|C\$|A\$|CHF|[€$£¥]) ?(${number})(?: (millions?|milliards?))?(?![\p{L}\d])`,
    (_, sign = "", count = "", size) => {
      const [one, many] = wordsOf(currencies, sign);
      if (size !== undefined) return `${digits(count)} ${size} ${ofMoney(many)}`;
      return `${digits(count)} ${isMany(count) ? many : one}`;
    },
  ),
];

const measures: Reading[] = [
  reading(
    String.raw`(?<=^|[^\p{L}\d,.]|\d ?[x×])(?:(${number}) ?[-–] ?)?(${number}) ?(${anyOf(Object.keys(units))})${perUnit}(?![\p{L}\d'€$]|[/-]\p{L})`,
    (_, least, most = "", unit = "", of) => {
      const [one, many] = wordsOf(units, unit);
      const range = spokenRange(least, most);
      return `${range} ${isMany(most) ? many : one}${each(of)}`;
    },
  ),
  // "6,4 milliards de m3"
  reading(
    `(?<=(?:millions?|milliards?|\\dM?|\\d M|[Mm]ds?) de )(${anyOf(Object.keys(units))})(?![\\p{L}\\d'-])`,
    (_, unit = "") => wordsOf(units, unit)[1],
  ),
  // "le m²", "habitants au km²"
  reading(/(?<![\p{L}\d])(k?m[²2]|m³)(?![\p{L}\d])/u, (_, unit = "") => wordsOf(units, unit)[0]),
  // basketball and cars
  said(/(?<!\d)([34]) ?[x×] ?\1(?!\d)/u, "$1 $1"),
  said(/(?<=\d) ?[x×] ?(?=\d|plus |moins )/u, " fois "),
  said(/CO[2₂](?![\p{L}\d])/u, "C O 2"),
];

const counted = (count: string, unit: string): string =>
  `${Number(count)} ${unit}${Number(count) > 1 ? "s" : ""}`;

const times: Reading[] = [
  said(/24 ?h\/24/u, "24 heures sur 24"),
  said(/7 ?j\/7/u, "7 jours sur 7"),
  said(/(?<![\d/])24\/7(?![\d/])/u, "24 heures sur 24 et 7 jours sur 7"),
  // "2 h 03'23''"
  reading(
    /(?<![\d,.])(\d{1,2}) ?[hH] ?(\d{1,2})['′](\d{2})(?:["″”]|'')?(?![\p{L}\d])/u,
    (_, hours = "", minutes = "", seconds = "") =>
      `${counted(hours, "heure")} ${counted(minutes, "minute")} ${counted(seconds, "seconde")}`,
  ),
  // "4 h 12 min 33 s": a duration, or a time of day without its minutes' name
  reading(
    /(?<![\d,.])(\d{1,3}) ?[hH] ?(?:(\d{1,2}) ?(?:min|mn)(?: ?(\d{1,2}) ?s)?(?![\p{L}\d])|(\d{2})['′]?(?![\p{L}\d'′])|(?![\p{L}\d]))/u,
    (_, hour = "", minutes, seconds, plain) => {
      if (minutes === undefined)
        return `${counted(hour, "heure")}${Number(plain ?? 0) > 0 ? ` ${Number(plain)}` : ""}`;
      const rest = seconds === undefined ? "" : ` ${counted(seconds, "seconde")}`;
      return `${counted(hour, "heure")} ${counted(minutes, "minute")}${rest}`;
    },
  ),
  // "8h-10h"
  said(/(?<=\d ?[hH](?: ?\d{2})?) ?[-–] ?(?=\d{1,2} ?[hH])/u, " à "),
  // 2'30, 9"87, 1:16.315
  reading(
    /(?<![\p{L}\d,.])(\d{1,2})['′](\d{2})(?:(?:["″”]|'')(\d{1,3})?)?(?![\p{L}\d])/u,
    (_, minutes = "", seconds = "", rest) =>
      `${counted(minutes, "minute")} ${counted(seconds, "seconde")}${rest === undefined ? "" : ` ${rest}`}`,
  ),
  reading(
    /(?<![\p{L}\d,.])(\d{1,2})(?:["″”]|'')(\d{1,3})(?![\p{L}\d])/u,
    (_, seconds = "", rest) => `${counted(seconds, "seconde")} ${rest}`,
  ),
  reading(
    /(?<![\p{L}\d,.:])(\d{1,2}):(\d{2})[.,](\d{1,3})(?![\p{L}\d])/u,
    (_, minutes = "", seconds = "", rest) =>
      `${counted(minutes, "minute")} ${counted(seconds, "seconde")} ${rest}`,
  ),
];

const month = anyMonth("fr");
const fullDay = (begins: string): string | null =>
  weekdays.fr.find((day) => day.startsWith(begins)) ?? null;
const dates: Reading[] = [
  ...dateReadings("fr"),
  reading(
    /(?<=(?<!\p{L})(?:le|du|au|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) )(\d{1,2})\/(\d{1,2})(?![\d/])/iu,
    (_, day, monthNumber) => spokenDate("fr", day, monthNumber),
  ),
  reading(/(?<!\d)1er\/(\d{2})(?:\/(\d{4}))?(?![\d/])/u, (_, monthNumber, year) =>
    spokenDate("fr", "1", monthNumber, year),
  ),
  // "12-13 mai"
  reading(
    `(?<![\\p{L}\\d])(\\d{1,2}) ?[-–/] ?(\\d{1,2})(?= (?:${month})(?!\\p{L}))`,
    (_, from, to) => (Number(to) === Number(from) + 1 ? `${from} et ${to}` : `${from} au ${to}`),
  ),
];

const romanNumbers: Reading[] = [
  said(/(?<!\p{L})Ier(?!\p{L})/u, "premier"),
  said(/(?<!\p{L})I(?:re|ère)(?!\p{L})/u, "première"),
  // the rugby teams
  reading(
    /(?<!\p{L})(XV|XIII)e?(?= (?:de (?:France|départ|la Rose)|du (?:Chardon|Trèfle|Poireau)|d'\p{Lu}))/u,
    inDigits,
  ),
  reading(/(?<!\p{L})([IVX]{1,6})(?:e|ème)(?!\p{L})/u, (_, count = "") => `${romanValue(count)}e`),
  reading(`(?<=(?<!\\p{L})(?:${regnalNames}) )([IVX]{1,5})(?![\\p{L}\\d'.])`, inDigits),
  reading(
    new RegExp(`(?<=(?<!\\p{L})(?:${parts}) )([IVXL]{1,7})(?![\\p{L}\\d'.])`, "iu"),
    (_, count = "") => (/^[IVXL]+$/u.test(count) ? String(romanValue(count)) : null),
  ),
  reading(/(?<=\p{Lu}\p{Ll}{2,} )([IVX]{2,5})(?![\p{L}\d])/u, inDigits),
];

/** Before a name or a number, and at the end of a text that was cut there. */
const beforeName = String.raw`(?=[ -](?:\p{Lu}|$))`;
const abbreviations: Reading[] = [
  said(/(?<!\p{L})av\. J\.-C\.?/u, "avant Jésus-Christ"),
  said(/(?<!\p{L})apr?\. J\.-C\.?/u, "après Jésus-Christ"),
  said(/(?<!\p{L})p\. ?ex\./u, "par exemple"),
  said(/(?<!\p{L})SM(?= (?:le [Rr]oi|la [Rr]eine)(?!\p{L}))/u, "Sa Majesté"),
  said(/(?<!\p{L})SAR(?= (?:le [Pp]rince|la [Pp]rincesse)(?!\p{L}))/u, "Son Altesse royale"),
  said(/(?<![\p{L}\d] ?)max\.(?= \d)/u, "maximum"),
  ...Object.entries(titles).map(([title, spoken]) =>
    said(String.raw`(?<![\p{L}-])(?:${title})${beforeName}`, spoken),
  ),
  said(/(?<!\p{L})av\.(?= d(?:es?|u) | d')/u, "avenue"),
  said(/(?<!\p{L})bd\.?(?= d(?:es?|u) | d')/u, "boulevard"),
  said(/(?<=\d )p\.(?=[ ,;)]|$)/u, "pages"),
  said(/\(=\)/u, "(stable)"),
  said(/(?<=[\dIVX]e )s\.(?=[ ,;)]|$)/u, "siècle"),
  said(/(?<!\p{L})[Cc]f\.?(?= \p{L})/u, "voir"),
  said(/(?<!\p{L})vs\.?(?!\p{L})/u, "contre"),
  ...Object.entries(beforeNumber).map(([short, spoken]) =>
    said(String.raw`(?<!\p{L}|et (?=al))${short}\.(?= (?:\d|[IVX]+(?!\p{L})|[LRDA]\.))`, spoken),
  ),
  said(/(?<!\p{L})env\.(?=\))/u, "environ"),
  ...Object.entries(afterNumber).map(([short, spoken]) =>
    said(String.raw`(?<=\d(?:er|e|ème)? ?)${short}\.?(?=[ ,.;)]|$)`, spoken),
  ),
  // "en mer." is at sea: most days are read only before a number
  reading(/(?<!\p{L})(?:(lun|ven)\.(?= |$)|(mar|mer|jeu|sam|dim)\.(?= \d))/u, (_, alone, dated) =>
    fullDay(alone ?? dated ?? ""),
  ),
  said(/(?<!\p{L})[nN](?:°|º|o) ?(?=\p{Lu}?\d)/u, "numéro "),
];

const sport: Reading[] = [
  said(/(?<=\d) ?\(?a\. ?p\.\)?/u, " après prolongation"),
  said(/(?<=(?:\d|aux) )t\. ?a\. ?b\.?|(?<=\d )tab(?!\p{L})/u, "tirs au but"),
  said(/(?<=\d(?:e|')?) ?(?:s\. ?p\.|sp(?!\p{L}))/u, " sur penalty"),
  said(/(?<=\d)(?:e|') ?\+ ?(\d{1,2})(?!\d)/u, "e plus $1"),
  reading(
    /1\/(2|4|8|16|32)(?:e|ème)?s? (?:de )?finale/u,
    (_, round = "") => `${finals[round]}finale`,
  ),
  setReading((games) => games),
  said(/(?<=[67][–-][67] ?\()(\d{1,2})[-/](\d{1,2})(?=\))/u, "$1 $2"),
  // "25/20, 25/18"
  reading(/(?<![\p{L}\d,./])(\d{2})\/(\d{2})(?![\d/])/u, (_, ours, theirs) =>
    isSet(Number(ours), Number(theirs)) ? `${ours} ${theirs}` : null,
  ),
];
/** Whether two numbers are the set of a volleyball match, not a mark out of 20. */
const isSet = (ours: number, theirs: number): boolean =>
  Math.max(ours, theirs) >= 25 && Math.max(ours, theirs) <= 40 && Math.min(ours, theirs) >= 8;

const numbers: Reading[] = [
  // the most quoted article of the constitution, two wars and a department
  said(/(?<!\d)49[-.]3(?!\d)/u, "49 3"),
  said(/(?<![\d-])(14)[-–](18)(?! ans|\d)|(?<![\d-])(39)[-–](45)(?! ans|\d)/u, "$1$3 $2$4"),
  said(/(?<=(?<!\p{L})(?:le|du|au|dans le) )9[-–]3(?!\d)/iu, "9 3"),
  reading(
    /(?<!\p{L})([LRD])\.? ?(\d{1,4})-(\d{1,4})(?:-(\d{1,3}))?(?!\d)/u,
    (_, code, article, ...more) =>
      [`${code} ${article}`, ...more.slice(0, 2).filter(Boolean)].join(" tiret "),
  ),
  said(/(?<=(?<!\p{L})(?:art\.|articles?|n°) )(\d{1,4})-(\d{1,3})(?!\d)/iu, "$1 tiret $2"),
  said(/(?<=^|[\s(«])\+ ?(\d+)(?= ans)/u, "plus de $1"),
  // without a year or accounts, "le T2" is a tram, a terminal or a flat
  reading(/(?<!\p{L})([TS][1-4])(?= 20\d\d)/u, (_, part = "") => quarters[part] ?? null),
  reading(
    new RegExp(
      String.raw`(?<=(?<!\p{L})(?:au|du|le|et|[TS]\d ?\/) ?)([TS][1-4])(?![\p{L}\d])(?:(?<=(?:${accounts}).*)|(?=.*(?:${accounts})))`,
      "iu",
    ),
    (_, part = "") => quarters[part] ?? null,
  ),
  // ordinals, thousands and halves as few outlets write them
  said(/(?<![\p{L}\d])2n?d(?!\p{L})/u, "second"),
  said(/(?<![\p{L}\d])2n?de(?!\p{L})/u, "seconde"),
  reading(
    /(?<![\d.,])\d{1,3}(?:(?:\.\d{3}){2,}|\.\d{3}(?= (?:habitants|personnes|salariés|emplois|morts|blessés|euros)))(?![.,]?\d)/u,
    (whole = "") => whole.replaceAll(".", ""),
  ),
  ...halfPoints("un demi-point partout", "à"),
  // "7½ ans": 7 ans et demi
  reading(
    /(?:(\d) ?)?([½¼¾])((?<=\d ?½) (?:ans?|fois|heures?|jours?|mois|points?|tours?)(?!\p{L}))?/u,
    (_, whole, part = "", unit = "") =>
      whole === undefined
        ? (fractions[part] ?? null)
        : `${whole}${unit} et ${fractions[part]?.replace(/^un /u, "")}`,
  ),
  said(/(?<![\d/])50\/50(?![\d/])/u, "50 50"),
  said(/(?<![\d/])((?:19|20)\d\d)\/((?:19|20)?\d\d)(?![\d/])/u, "$1-$2"),
  reading(
    String.raw`(?<![\p{L}\d,.])(${number}) ?([Mm]i(?:o|as?)(?!\p{L})|(?:M|[Mm]ds?)(?= d['e]|$))`,
    (_, count = "", size = "") =>
      `${digits(count)} ${/^(?:M|[Mm]io)$/u.test(size) ? "million" : "milliard"}${isMany(count) ? "s" : ""}`,
  ),
  comparing(compared),
  said(/(?<=^|[\s(])\+(?= de )/u, "plus"),
  said(/(?<= et )\+(?=[\s,.;)]|$)/u, "plus"),
  reading(/(?<=^|[\s(«])([+−]) (?=\d)/u, (_, sign) => (sign === "+" ? "plus " : "moins ")),
  said(/(?<![\p{L}\d,.])(\d+)\+(?=[\s,.;)]|$)/u, "plus de $1"),
  ...signsBehind("moins"),
  // "1 Français/2"
  said(/(?<=\d \p{L}+)\/(\d{1,3})(?!\d)/u, " sur $1"),
  reading(
    /(?<![\p{L}\d/,.])(1\/2|[12]\/3|[13]\/4)(?![\p{L}\d/])/u,
    (_, written = "") => fractions[written] ?? null,
  ),
  said(/(?<=\d)\/100e(?!\p{L})/u, " centièmes"),
  reading(
    /(?<![\p{L}\d/])(\d{1,3}(?:,\d+)?) ?\/ ?(5|10|20|24|100)(?![\d/]|e(?!\p{L}))/u,
    (_, marks = "", of = "") => (valueOf(marks) <= Number(of) ? `${marks} sur ${of}` : null),
  ),
  reading(
    /(?<=\p{L})\/(jour|j|semaine|mois|an|heure|seconde|personne|habitant)(?!\p{L})/u,
    (_, unit) => each(unit),
  ),
  said(/(?<=\d)\/\$(?![\p{L}\d])/u, " pour un dollar"),
  reading(
    /(?<![\d,.–-])(\d{1,3}(?: \d{3})+)[–-](\d{1,3}(?: \d{3})+)(?![\d–-])/u,
    (_, least, most = "") => spokenRange(least, most),
  ),
  percentages("à"),
  said(pair, "$1 à $2"),
  reading(/(?<!\d)\d{1,3}(?: \d{3})+(?:,\d+)?(?!\d)/u, (whole = "") => digits(whole)),
  // "en hausse de +3,8 %"
  said(/(?<=(?:hausse|progression|croissance|baisse|recul|repli|chute) de )[+−-](?=\d)/u, ""),
  reading(signed, (_, sign) => (sign === "+" ? "plus " : "moins ")),
  hashtag,
];

export const frenchReadings: readonly Reading[] = [
  ...dates,
  ...times,
  ...money,
  ...romanNumbers,
  ...sport,
  ...measures,
  ...abbreviations,
  ...numbers,
];
