import {
  monthOf,
  numericDate,
  pair,
  reading,
  romanValue,
  ruler,
  signed,
  spokenDate,
} from "./reading.ts";

const vote =
  /(?<=\bvot(?:e|ed|es|ing) (?:of |by )?)(\d{1,3})[–-](\d{1,3})(?!\d)|(?<![\p{L}\d–-])(\d{1,3})[–-](\d{1,3})(?= (?:vote|majority|ruling|decision|split))/u;

const magnitude: Record<string, string> = {
  k: "thousand",
  m: "million",
  bn: "billion",
  b: "billion",
  tn: "trillion",
  crore: "crore",
  lakh: "lakh",
};
const currency: Record<string, string> = {
  "£": "pounds",
  $: "dollars",
  "€": "euros",
  "₹": "rupees",
  A$: "Australian dollars",
  C$: "Canadian dollars",
  HK$: "Hong Kong dollars",
  NZ$: "New Zealand dollars",
  S$: "Singapore dollars",
  US$: "US dollars",
};

const metric: Record<string, string> = {
  mm: "millimetres",
  cm: "centimetres",
  km: "kilometres",
  kg: "kilograms",
};

const ordinalEnding = (value: number): string =>
  ({ 1: "st", 2: "nd", 3: "rd" })[value % 10 === value || value > 20 ? value % 10 : 0] ?? "th";

/** Readings for English voices, applied in this order. */
export const englishReadings = [
  reading(numericDate, (_, ...date) => spokenDate("en", ...date)),
  reading(
    /(?<!\p{L})((?:US|HK|NZ|[ACS])?\$|[£€₹])(\d+(?:\.\d+)?)(?:k|m|bn|tn|b)?(?:[–-]| to )[£$€]?(\d+(?:\.\d+)?) ?(k|m|bn|tn|b)(?!\p{L})/iu,
    (_, sign = "", least, most, unit = "") =>
      `${least} to ${most} ${magnitude[unit.toLowerCase()]} ${currency[sign]}`,
  ),
  reading(
    /(?<!\p{L})((?:US|HK|NZ|[ACS])?\$|[£€₹])(\d+(?:[.,]\d+)*)([ -]?)(k|m|bn|tn|b|thousand|million|billion|trillion|crore|lakh)(?!\p{L})/iu,
    (_, sign = "", count, joined, unit = "") => {
      const size = magnitude[unit.toLowerCase()] ?? unit.toLowerCase();
      // "a $3-billion deficit"
      const money = joined === "-" ? currency[sign]?.replace(/s$/u, "") : currency[sign];
      return `${count} ${size} ${money}`;
    },
  ),
  reading(
    /(?<!\p{L})((?:US|HK|NZ|[ACS])?\$|[£€₹])(\d+(?:,\d{3})*)(?![\d,.]*\d)/u,
    (_, sign = "", count) =>
      Number(count) === 1
        ? `1 ${currency[sign]?.replace(/s$/u, "")}`
        : `${count} ${currency[sign]}`,
  ),
  reading(
    /(\d+(?:[.,]\d+)*) ?(bn|tn)(?!\p{L})/u,
    (_, count, unit = "") => `${count} ${magnitude[unit]}`,
  ),
  reading(/(?<=\d)pc(?!\p{L})/u, () => " per cent"),
  reading(signed, (_, sign) => (sign === "+" ? "plus " : "minus ")),
  monthOf("en"),
  reading(/(?<!\d)(\d{4})[–-](\d{2})(?!\d)/u, (_, from, to) => `${from} to ${to}`),
  reading(vote, (_, ...counts) => counts.slice(0, 4).filter(Boolean).join(" to ")),
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
  reading(/(?<!\p{L})c\. ?(?=\d{3,4}(?!\d))/u, () => "circa "),
  reading(/(?<![\d/])(\d{1,3})\/(10|20|100)(?![\d/])/u, (_, marks, of) => `${marks} out of ${of}`),
  reading(
    /(?<![\d.])(\d{1,2}) ?hrs?(?!\p{L})/u,
    (_, hours) => `${hours} hour${Number(hours) === 1 ? "" : "s"}`,
  ),
  reading(/(?<=\d) ?mins?(?!\p{L})/u, () => " minutes"),
  reading(/(?<=\d)[ -]?ft(?=-)/u, () => "-foot"),
  reading(/(?<=\d) ?ft(?!\p{L})/u, () => " feet"),
  reading(/(?<=\d) ?mi\.?(?!\p{L})/u, () => " miles"),
  reading(/(?<=\d) ?(mm|cm|km|kg)(?![\p{L}/²])/u, (_, unit = "") => ` ${metric[unit]}`),
  reading(/(?<!\p{L})mph(?!\p{L})/u, () => "miles per hour"),
  reading(/km\/h(?!\p{L})/u, () => "kilometres per hour"),
  reading(/(?<!\p{L})vs\.?(?!\p{L})/u, () => "versus"),
  reading(/CO[2₂]/u, () => "C O 2"),
  reading(/°C(?!\p{L})/u, () => "degrees Celsius"),
];
