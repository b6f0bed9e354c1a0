import { anyMonth, anyWeekday, weekdays } from "../text/calendar.ts";
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
  wordsOf,
  type Reading,
} from "./reading.ts";
import { currencies, magnitudes, per, units } from "./english-units.ts";
import {
  afterAmount,
  beforeAmount,
  beforeRange,
  compared,
  counts,
  extent,
  fractions,
  notNouns,
  ofMetres,
  ranks,
  regnalNames,
  streets,
} from "./english-words.ts";

/** "1,200", "3.5", "7". */
const number = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;

const isOne = (count: string): boolean => count === "1";
/** In small letters, with a capital, and in capitals: "£5m", "$150 Million", "$57B". */
const sizes = anyOf(
  [...Object.keys(magnitudes), "thousand", "million", "billion", "trillion"].flatMap((size) => [
    size,
    size.charAt(0).toUpperCase() + size.slice(1),
    size.toUpperCase(),
  ]),
);
const sizeOf = (size: string): string => magnitudes[size.toLowerCase()] ?? size.toLowerCase();

const currency = anyOf(Object.keys(currencies));

/** Without a magnitude, thousands or cents, "N7" and "R445" are roads, and "N95" is a mask, where `smallAmounts` finds no sum. */
const isCode = (sign: string, count: string, size: string | undefined): boolean =>
  /^[NR]$/u.test(sign) && size === undefined && !/,|\.\d\d$/u.test(count);

const perUnit = `(?:/(${anyOf(Object.keys(per))})(?!\\p{L}))?`;
const each = (unit: string | undefined): string =>
  unit === undefined ? "" : ` ${per[unit] ?? unit}`;

/** A noun, with the names before it: " fine", " Boden coat". No time: " Monday night". */
const noun = String.raw` ["'‘“]?(?!(?:${anyMonth("en")}|${anyWeekday("en")})(?!\p{L}))(?:\p{Lu}[\p{L}'-]* ){0,3}(?!(?:${notNouns})(?!\p{L}))(?!(?!(?:financing|funding|housing|lending|spending)(?!\p{L}))\p{L}+(?:ing|(?<!e)ed|ly)(?!\p{L}))\p{Ll}`;
/** An amount before a noun is an adjective and stays singular: "a £500 fine", "$2,499 phone", "a £2m-a-year deal". */
const asAdjective = String.raw`(?:(?=(-a-|-(?=\p{L})| Budget(?!\p{L})|${noun}))|)`;
/** After an article or a genitive, a noun with a capital or in -ing counts as well: "the £16bn Elizabeth line". */
const article = String.raw`(?:(?<=((?:(?<!\p{L})(?:[Aa]n?|[Tt]he|[Tt]his|[Ii]ts|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur)|\p{L}'s) ))|)`;
const beforeCapital = String.raw`(?:(?=( \p{Lu}| \p{Ll}+ing \p{Ll}))|)`;
const moneyWord = (
  sign: string,
  adjective: string | undefined,
  before: string | undefined,
  capital: string | undefined,
): string => {
  const [one, many] = wordsOf(currencies, sign);
  return adjective === undefined && (before === undefined || capital === undefined) ? many : one;
};

/** Rand and naira by the words around them: "a fine of R350", "the R350 grant". */
const smallAmounts = [
  `(?<=(?<!\\p{L})(?:${beforeAmount}) )([NR])(\\d+)`,
  `(?<!\\p{L})([NR])(\\d+)(?= (?:${afterAmount})(?!\\p{L}))`,
].map((pattern) =>
  reading(
    `${pattern}(?![\\p{L}\\d]|[.,-]\\d)`,
    (_, sign = "", count) => `${count} ${wordsOf(currencies, sign)[0]}`,
  ),
);

const money: Reading[] = [
  // a range of one currency and one magnitude; other pairs are read as two amounts
  reading(
    String.raw`(?<!\p{L})${article}(${currency})(${number}) ?(${sizes})?(-|–| to )(${currency})?(${number}) ?(${sizes})?${perUnit}(?!\p{L}|\d)${asAdjective}${beforeCapital}`,
    (
      _,
      before,
      sign = "",
      least = "",
      leastSize,
      to,
      otherSign,
      most,
      size,
      of,
      adjective,
      capital,
    ) => {
      const ofOneCurrency = otherSign === sign || (otherSign === undefined && to !== " to ");
      // "£900m to £1.1bn", "$300,000 to $5m"
      const ofOneSize =
        leastSize === undefined
          ? size === undefined || !least.includes(",")
          : size !== undefined && sizeOf(leastSize) === sizeOf(size);
      if (!ofOneCurrency || !ofOneSize || isCode(sign, least, size)) return null;
      return `${least} to ${most} ${size === undefined ? "" : `${sizeOf(size)} `}${moneyWord(sign, adjective, before, capital)}${each(of)}`;
    },
  ),
  said(
    String.raw`(?<=(?:${currency})(?:${number}) ?(?:${sizes})?)[-–](?=(?:${currency})\d)`,
    " to ",
  ),
  reading(
    String.raw`(?<!\p{L})${article}(${currency})(${number})(?:[ -]?(${sizes}))?${perUnit}(?![\d,.]*\d|\p{L})${asAdjective}${beforeCapital}`,
    (_, before, sign = "", count = "", size, of, adjective, capital) => {
      if (isCode(sign, count, size)) return null;
      // "wheat at £168/t ex-farm" has no adjective, "a £20/month plan" has one
      const [one, many] = wordsOf(currencies, sign);
      const isPrice = of !== undefined && before === undefined;
      const unit = (isPrice ? many : moneyWord(sign, adjective, before, capital)) + each(of);
      if (size !== undefined) return `${count} ${sizeOf(size)} ${unit}`;
      return `${count} ${isOne(count) ? one + each(of) : unit}`;
    },
  ),
  reading(
    String.raw`(?<![\p{L}\d.,$£€])(${number})p${perUnit}(?![\p{L}\d])${asAdjective}`,
    (_, count = "", of) =>
      // the height of a picture
      /^(?:480|720|1080|1440|2160)$/u.test(count)
        ? null
        : `${count} ${isOne(count) ? "penny" : "pence"}${each(of)}`,
  ),
  reading(
    String.raw`(?<![\p{L}\d.,])(${number}) ?(USD|EUR|GBP|CHF)(?![\p{L}\d])`,
    (_, count = "", code = "") => {
      const [one, many] = wordsOf(currencies, `${code} `);
      return `${count} ${isOne(count) ? one : many}`;
    },
  ),
  reading(
    String.raw`(?<![\p{L}\d.,$£€])(${number})c${perUnit}(?![\p{L}\d])${asAdjective}`,
    (_, count = "", of, adjective) =>
      `${count} ${isOne(count) || adjective !== undefined ? "cent" : "cents"}${each(of)}`,
  ),
];

/** Units that are read only when they touch the number: "5 in", "3 C" and "2 st" are other words. */
const touching = new Set(["in", "C", "F", "V", "st", "g", "t", "bp", "pp"]);
const unit = anyOf(Object.keys(units));
/** "100m": metres, or millions of what the next word names. */
const inM = String.raw`(?<![\p{L}\d.,$£€])(${number})m`;
/** After a word for people, "5.6m on BBC One" is 5.6 million of them. */
const ofPeople = String.raw`(?<!(?<!\p{L})(?:audiences?|followers|jobless|jobs|passengers|patients|population|subscribers|unemployment|users|viewers|visitors|voters|waiting lists?|watched|workers)(?!\p{L}).*)`;
/** Without an article, a measure before a plural is an adjective: "5kg bags", "70mph speed limits". */
const beforePlural = String.raw`(?:(?=( (?:speed(?!\p{L})|(?!\p{L}*w(?:ard|ay)s(?!\p{L}))\p{Ll}+[^\P{Ll}su]s(?!\p{L}))))|)`;

const measures: Reading[] = [
  said(/(?<![\p{L}\d.,])(\d{1,3})(?:-y-o|-?y\/?o|[ -]?yrs?[ -]old)(?!\p{L})/u, "$1-year-old"),
  said(/(?<![\p{L}\d])([4-7])'(\d{1,2})(?:"|''|”)?(?![\p{L}\d])/u, "$1 foot $2"),
  // "6ft 2in": a person, a plank
  said(/(?<![\p{L}\d.,])(\d{1,2}) ?ft ?(\d{1,2}) ?in(?!\p{L})/u, "$1 foot $2"),
  said(
    String.raw`(?<![\p{L}\d.,])(${number}) ?ft(?!\p{L})(?= (?!(?:${notNouns}|${extent})(?!\p{L}))\p{Ll})`,
    "$1-foot",
  ),
  reading(
    String.raw`(?<![\p{L}\d.,])${article}(?:(${number})[–-])?(${number})(\+?)([ -]?)(${unit})(?![\p{L}\d²/]|\.\p{L})${asAdjective}${beforePlural}`,
    (_, before, least, most = "", plus, space, name = "", adjective, plural) => {
      if (space !== "" && touching.has(name)) return null;
      // "the 21st", not stone
      if (name === "st" && /(?<!1)1$/u.test(most)) return null;
      const range = least === undefined ? most : `${least} to ${most}`;
      const [one, many] = wordsOf(units, name);
      const isAdjective =
        space === "-" || plural !== undefined || (before !== undefined && adjective !== undefined);
      const word = isOne(most) || isAdjective ? one : many;
      return `${plus === "+" ? "more than " : ""}${range}${space || " "}${word}`;
    },
  ),
  said(/(?<=\d\.\d+)s(?!\p{L})/u, " seconds"),
  // an adjective of length: "the 100m Olympic final", "a 2m-high wall", "a 20m cliff"
  said(
    `${inM}(?=-(?!strong|a-)\\p{L}| (?:\\p{Lu}\\p{L}+ )?(?:${ofMetres})(?!\\p{L}))|(?<=(?<!\\p{L})[Aa]n? )${inM}(?= \\p{Ll})`,
    "$1$2 metre",
  ),
  // a length without a noun: "5m deep", "200m from the shore", "jumped 8m."
  reading(
    `${ofPeople}${inM}(?!-\\p{L}| (?:more|of|or)(?!\\p{L}))(?= (?:${notNouns}|${extent})(?![\\p{L}-])| ?[^\\p{L}\\d²³/ ]|$)`,
    (_, count = "") => `${count} ${isOne(count) ? "metre" : "metres"}`,
  ),
  said(`${inM}(?![\\p{L}\\d²³/])`, "$1 million"),
  said(/(?<!\d)(\d) ?[x×] ?(\d+)m(?!\p{L})/u, "$1 by $2 metres"),
  said(/(?<!\p{L})bpd(?!\p{L})/u, "barrels a day"),
  reading(
    /(?<![\p{L}\d/-])(hr|wk|yr)(s?)(?!\p{L})/u,
    (_, short = "", plural) => wordsOf(units, short)[plural === "" ? 0 : 1],
  ),
  // "5 days/wk", no "day/night"
  reading(
    /(?<=\p{Ll}s)\/(day|week|wk|month|mo|year|yr|hour|hr|night|person|head)(?!\p{L})/u,
    (_, of) => each(of),
  ),
  said(/CO[2₂](?![\p{L}\d])/u, "C O 2"),
];

const month = anyMonth("en");
const weekday = weekdays.en.map((day) => day.slice(0, 3)).join("|");
const fullDay = (begins: string): string =>
  weekdays.en.find((day) => day.startsWith(begins)) ?? begins;
const durationOf = (count: string | undefined, unit: string): string[] =>
  count === undefined ? [] : [`${Number(count)} ${unit}${Number(count) === 1 ? "" : "s"}`];

const times: Reading[] = [
  ...dateReadings("en"),
  reading(
    `(?<!\\p{L})(${weekday})[–-](${weekday})(?!\\p{L})`,
    (_, from = "", to = "") => `${fullDay(from)} to ${fullDay(to)}`,
  ),
  // "Sun 6 Dec"
  reading(
    `(?<!\\p{L})(${weekday})\\.?(?= \\d{1,2} (?:${month}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec))`,
    (_, begins = "") => fullDay(begins),
  ),
  reading(
    /(?<=\b(?:by|from|last|next|on|since|until) )(Tue|Wed|Thu)(?:r?s)?\.?(?!\p{L})/u,
    (_, begins = "") => fullDay(begins),
  ),
  // "2h 3m 23s", "3m 23s"
  reading(
    /(?<![\p{L}\d.,])(?:(\d{1,2})h ?)?(\d{1,2})m(?: ?(\d{1,2})s)?(?![\p{L}\d])/u,
    (_, hours, minutes, seconds) =>
      hours === undefined && seconds === undefined
        ? null
        : [
            ...durationOf(hours, "hour"),
            ...durationOf(minutes, "minute"),
            ...durationOf(seconds, "second"),
          ].join(" "),
  ),
  said(
    `(?<![\\p{L}\\d])(\\d{1,2})[–-](\\d{1,2})(?= (?:${month})(?!\\p{L}))|(?<=(?:${month}) )(\\d{1,2})[–-](\\d{1,2})(?!\\d)`,
    "$1$3 to $2$4",
  ),
  reading(
    /(?<![\d.,])(\d{1,2}|noon|midnight)(?:[.:](\d{2}))? ?([ap]m)?[–-](\d{1,2})(?:[.:](\d{2}))? ?([ap])m(?!\p{L})/u,
    (_, from, fromMinutes, fromHalf, to, toMinutes, half) => {
      const begin = fromMinutes === undefined ? from : `${from}:${fromMinutes}`;
      const end = toMinutes === undefined ? to : `${to}:${toMinutes}`;
      return `${begin}${fromHalf === undefined ? "" : ` ${fromHalf}`} to ${end} ${half}m`;
    },
  ),
  said(/(?<=\d ?[ap]m)[–-](?=noon|midnight)/u, " to "),
  said(/(?<![\d.])(\d{1,2})\.(\d{2}) ?([ap])\.?m\.?(?!\p{L})/u, "$1:$2 $3m"),
  said(/(?<![\d.,])([01]\d|2[0-3])([0-5]\d) ?(?=GMT|UTC|BST|CET|EST|EDT|ET)/u, "$1:$2 "),
];

const ordinalEnding = (value: number): string =>
  ({ 1: "st", 2: "nd", 3: "rd" })[value % 10 === value || value > 20 ? value % 10 : 0] ?? "th";

const romanNumbers: Reading[] = [
  said(/(?<!\p{L})WW(?:II|2)(?!\p{L})/u, "World War 2"),
  said(/(?<!\p{L})WW(?:I|1)(?!\p{L})/u, "World War 1"),
  reading(
    `(?<=(?<!\\p{L})(?:${regnalNames}) )([IVX]{1,6})(?=[ ,.;:!?)'’]|$)`,
    (_, count = "") => `the ${romanValue(count)}${ordinalEnding(romanValue(count))}`,
  ),
  reading(
    /(?<=\b(?:War|Type|Part|Phase|Act|Division|Stage|Title|Chapter|Volume|Class|Mark|Level|Bowl|WrestleMania|Group|Rocky|Article) )([IVXL]{1,7})(?![\p{L}\d])/u,
    inDigits,
  ),
  // after any other name no sizes, such as XL, and no drips; a Roman number below 40 in its one form, so not "VIX"
  reading(
    /(?<=\p{Lu}\p{Ll}{2,} )(?!IV (?:drips?|fluids?|lines?|bags?|infusions?|injections?|antibiotics|therapy|treatments?|drugs?|paracetamol)(?!\p{L}))(?=[IVX]{2})(X{0,3}(?:IX|IV|V?I{0,3}))(?![\p{L}\d])/u,
    inDigits,
  ),
];

/** A number of a score in words, as newsreaders say it: "five three", and "six love" in tennis. */
const scored = (points: string, nought = "nil"): string =>
  [nought, ..."one two three four five six seven eight nine".split(" ")][Number(points)] ?? points;

/** Two numbers that are said with "to": votes and odds. */
const against =
  /(?<=\b(?:[Rr]ule[ds]|[Vv]ot(?:e|ed|es|ing)) (?:of |by |was )?)(\d{1,3})[–-](\d{1,3})(?!\d)|(?<![\p{L}\d–-])(\d{1,3})[–-](\d{1,3})(?= (?:vote|majority|ruling|decision|split|margin|outsider|favou?rite|shot|odds))|(?<=\b[Oo]dds (?:of|at) )(\d{1,3})[–-](\d{1,3})(?!\d)/u;

/** "a half", "2 and a quarter" */
const inPart: Reading["alias"] = (_, whole, part = "") =>
  [...(whole === undefined ? [] : [whole]), fractions[part]].join(" and ");

const numbers: Reading[] = [
  ...halfPoints("half a point each", "to"),
  said(/(?<![\d/])50[–/-]50(?![\d/])/u, "fifty-fifty"),
  said(/(?<![\d/])((?:19|20)\d\d)\/(\d\d)(?![\d/])/u, "$1 to $2"),
  reading(/(?<![\p{L}\d/,.])(?:(\d{1,2}) )?(1\/[234]|2\/3|3\/4)(?![\p{L}\d/])/u, inPart),
  reading(/(?:(\d) ?)?([½¼¾])/u, inPart),
  comparing(compared),
  said(
    String.raw`(?<![\p{L}\d.,])(${number})\+(?= (?!(?:and|in|only|or|to)(?!\p{L}))\p{Ll})`,
    "more than $1",
  ),
  said(/(?<![\p{L}\d.,])(\d+)\+(?=[\s,.;)]|$)/u, "$1 plus"),
  ...signsBehind("minus"),
  said(/(?<!\d)24\/7(?!\d)/u, "24 7"),
  reading(/(?<!\p{L})([mqy])(?:\/|-o-)\1(?!\p{L})/iu, (_, begins = "") => {
    const period = { m: "month", q: "quarter", y: "year" }[begins.toLowerCase()] ?? begins;
    return `${period} on ${period}`;
  }),
  said(/\(=\)/u, "(unchanged)"),
  said(/(?<=\d)\/\$(?![\p{L}\d])/u, " to the dollar"),
  said(/(?<![\d/])9\/11(?![\d/])/u, "9 11"),
  said(against, "$1$3$5 to $2$4$6"),
  // Gaelic games: goals and points
  said(
    /(?<![\p{L}\d.,–-])(\d)[–-](\d{1,2}) to (\d)[–-](\d{1,2})(?![\p{L}\d–-])/u,
    "$1 $2 to $3 $4",
  ),
  said(/(?<!\d)(\d{4})[–-](\d{2}|\d{4})(?!\d)/u, "$1 to $2"),
  reading(
    String.raw`(?<=(?<!\p{L})(?:${beforeRange}) )(\d{1,3})[–-](\d{1,3})(?![\d–-])`,
    // "from 2-0 down" is a score
    (_, least, most) => (Number(least) < Number(most) ? `${least} to ${most}` : null),
  ),
  said(
    String.raw`(?<![\p{L}\d.,–-])(\d{1,3}(?:\.\d+)?)[–-](\d{1,3}(?:\.\d+)?)(?= ?%|[ -](?:${counts})(?!\p{L}))`,
    "$1 to $2",
  ),
  // cricket: runs for wickets, and wickets for runs
  said(/(?<![\p{L}\d.,–-])(\d{2,3})[–/-](10|\d)(?:d| dec\.?)(?!\p{L})/u, "$1 for $2 declared"),
  // with a slash, 100/1 are odds; 747-8 is an aircraft
  said(
    /(?<![\p{L}\d.,/–-])(?!7\d7-[89])([1-9]\d\d)(?:[–-](10|\d)|\/(10|[02-9]))(?![\p{L}\d/–-])/u,
    "$1 for $2$3",
  ),
  said(
    /(?<=(?:took|takes?|taking|claimed|figures of|finished with|returned|(?:career|personal|season)-best) )(10|\d)[–/-](\d{1,3})(?![\p{L}\d–/-])/u,
    "$1 for $2",
  ),
  said(/(?<![\p{L}\d.,–-])(\d{1,3})\*(?=[ ,.;)]|$)/u, "$1 not out"),
  // when goals fell: "(78')", "(90+3')"
  said(/(?<=\([^()]*)(?<!\d)(\d{1,2})\+(\d{1,2})'(?=[,)])/u, "$1 plus $2"),
  said(/(?<=\([^()]*)(?<![\d+])(\d{1,3})'(?=[,)])/u, "$1 minutes"),
  said(/(?<!\p{L})aet(?!\p{L})/u, "after extra time"),
  said(/(?<=\d (?:on )?)pens(?!\p{L})/u, "penalties"),
  setReading((games) => scored(games, "love")),
  said(/(?<=\d,\d{3})[–-](?=\d{1,3},\d{3}(?!\d))/u, " to "),
  percentages("to"),
  reading(pair, (_, one = "", other = "") => {
    const joined = (Number(one) < 10 && Number(other) < 10) || one === "0" || other === "0";
    return joined ? `${scored(one)} ${scored(other)}` : `${one} to ${other}`;
  }),
  reading(
    String.raw`(?<![\p{L}\d.,$£€])(?!3M(?! people))(${number})(?: ?(bn|tn|trn)|M|(?<=\.\d+)(B))(?![\p{L}\d])`,
    // "3M" is a company, and "Plan 2B" a plan
    (_, count, size, billion = "M") => `${count} ${sizeOf(size ?? billion)}`,
  ),
  reading(
    String.raw`(?<![\p{L}\d.,$£€])(${number})([kK])(?!\p{L}|\d)(?! (?:run|race|runner|walk|loop|resolution|TV|video))`,
    // the width of a picture
    (_, count = "", letter) =>
      letter === "K" && /^[48]$/u.test(count) ? null : `${count} thousand`,
  ),
  reading(/(?<![\d/])(\d{1,3})\/(5|10|20|100)(?![\d/])/u, (_, marks = "", of = "") =>
    Number(marks) <= Number(of) ? `${marks} out of ${of}` : null,
  ),
  said(/(?<!\p{L})Det\.?(?= (?:Ch|Supt|Insp|Sgt|Con)(?!\p{L}))/u, "Detective"),
  said(/(?<!\p{L})Ch\.?(?= (?:Supt|Insp|Con)(?!\p{L}))/u, "Chief"),
  said(/(?<=(?<!\p{L})(?:Det|Ch)\.? )Con\.?(?= \p{Lu})/u, "Constable"),
  // members of Congress: "(R-N.Y.)", "Susan Collins, R-Maine, said"
  reading(
    /(?<=\(|, )([DIR])-\p{Lu}[\p{L}.]*(?: \p{Lu}\p{L}+)?(?=[,)]|$)/u,
    (_, party = "") => ({ D: "Democrat", I: "independent", R: "Republican" })[party] ?? null,
  ),
  said(/(?<!\p{L})Hwy\.? (?=\d)/u, "Highway "),
  ...Object.entries(streets).map(([street, spoken]) =>
    said(String.raw`(?<=\p{Lu}\p{Ll}+ )${street}\.?(?![\p{L}\d])`, spoken),
  ),
  said(/(?<![\p{L}.])N\.? (?=(?:America|Carolina|Dakota|Ireland|Korea)(?!\p{L}))/u, "North "),
  said(/(?<![\p{L}.])S\.? (?=(?:Africa|America|Carolina|Dakota|Korea)(?!\p{L}))/u, "South "),
  ...Object.entries(ranks).map(([rank, spoken]) =>
    said(String.raw`(?<![\p{L}-])${rank}(?= (?:\p{Lu}\p{Ll}|$)|$)`, spoken),
  ),
  said(/(?<!\p{L})e\.g\.?/u, "for example"),
  said(/(?<!\p{L})i\.e\.?/u, "that is"),
  said(/(?<!\p{L})pp\.(?= \d)/u, "pages"),
  said(/(?<!\p{L})No\.? ?(?=\d)|#(?=\d)/u, "number "),
  said(/(?<!\p{L})Nos\.? (?=\d)/u, "numbers "),
  said(/(?<!\p{L})c\. ?(?=\d{3,4}(?!\d))/u, "circa "),
  said(/(?<!\p{L})c\. ?(?=[\d£$€])/u, "about "),
  said(/(?<!\p{L})p(?:\.a\.?|\/a)(?!\p{L})/u, "a year"),
  said(/(?<!\p{L})vs?\.?(?= \p{Lu})|(?<!\p{L})vs\.?(?!\p{L})/u, "versus"),
  said(/(?<!\p{L})approx\.?(?= \d)/u, "approximately"),
  reading(signed, (_, sign) => (sign === "+" ? "plus " : "minus ")),
  hashtag,
];

export const englishReadings: readonly Reading[] = [
  ...times,
  ...smallAmounts,
  ...money,
  ...romanNumbers,
  ...measures,
  ...numbers,
];
