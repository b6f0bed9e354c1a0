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

const frenchCurrency: Record<string, string> = { "€": "euro", $: "dollar", "£": "livre" };
const frenchPer: Record<string, string> = { "m²": "mètre carré", m2: "mètre carré" };
/** An amount with its currency in words, and the unit that it is the price of: "9 500 €/m²". */
function frenchAmount(count: string, sign: string, per: string | undefined): string {
  const value = Number(count.replace(/[ \u00A0\u202F]/gu, "").replace(",", "."));
  const many = value >= 2 ? "s" : "";
  const of = per === undefined ? "" : ` par ${frenchPer[per] ?? per}`;
  return `${count.replace(/[ \u00A0\u202F]/gu, "")} ${frenchCurrency[sign]}${many}${of}`;
}

const frenchUnits: Record<string, string> = {
  "k€": "mille euros",
  "M€": "millions d’euros",
  "Md€": "milliards d’euros",
  "Mds€": "milliards d’euros",
  M$: "millions de dollars",
  "G€": "milliards d’euros",
  G$: "milliards de dollars",
  Md$: "milliards de dollars",
  Mds$: "milliards de dollars",
};

/** Readings for French voices, applied in this order. */
export const frenchReadings = [
  reading(numericDate, (_, ...date) => spokenDate("fr", ...date)),
  reading(
    /(\d+(?:[ \u00A0\u202F.,]\d+)*)[ \u00A0\u202F]?(k€|[MG]€|Mds?€|[MG]\$|Mds?\$)/u,
    (_, count, unit = "") => `${count} ${frenchUnits[unit]}`,
  ),
  reading(
    /(\d+(?:[ \u00A0\u202F]\d{3})*(?:[.,]\d+)?)[ \u00A0\u202F]?([€$£])(?:\/(m[²2]|mois|an|jour|heure|kg|litre|tonne))?(?!\p{L})/u,
    (_, count = "", sign = "", per) => frenchAmount(count, sign, per),
  ),
  reading(/(?<!\d)\d{1,3}(?:[\u00A0\u202F ]\d{3})+(?:,\d+)?(?!\d)/u, (whole = "") =>
    whole.replace(/[\u00A0\u202F ]/gu, ""),
  ),
  reading(signed, (_, sign) => (sign === "+" ? "plus " : "moins ")),
  reading(/24[ \u00A0]?h\/24/u, () => "24 heures sur 24"),
  reading(/7 ?j\/7/u, () => "7 jours sur 7"),
  monthOf("fr"),
  reading(pair, (_, one, other) => `${one} à ${other}`),
  reading(
    /(?<!\d)(\d{1,2})[ \u00A0]?h[ \u00A0]?(\d{2})?(?![\p{L}\d])/u,
    (_, hours, minutes) =>
      `${hours} heure${Number(hours) > 1 ? "s" : ""}${Number(minutes ?? 0) > 0 ? ` ${Number(minutes)}` : ""}`,
  ),
  reading(
    /(?<!\p{L})([IVX]{1,5})(?:e|ème)(?!\p{L})/u,
    (_, number = "") => `${romanValue(number)}e`,
  ),
  reading(ruler, (_, number = "") => String(romanValue(number))),
  reading(
    /(?<![\d/])(\d{1,3}(?:,\d)?)\/(10|20|100)(?![\d/])/u,
    (_, marks, of) => `${marks} sur ${of}`,
  ),
  reading(
    /(?<=\p{L})\/(jour|semaine|mois|an|heure|seconde|personne|habitant)(?!\p{L})/u,
    (_, of) => ` par ${of}`,
  ),
  reading(/(?<!\p{L})M\.(?=[ \u00A0](?:\p{Lu}|$))/u, () => "monsieur"),
  reading(/(?<!\p{L})Mme(?=[ \u00A0](?:\p{Lu}|$))/u, () => "madame"),
  reading(/(?<!\p{L})MM\.(?=[ \u00A0](?:\p{Lu}|$))/u, () => "messieurs"),
  reading(/(?<!\p{L})Mlle(?=[ \u00A0](?:\p{Lu}|$))/u, () => "mademoiselle"),
  reading(/(?<!\p{L})Dr\.?(?=[ \u00A0](?:\p{Lu}|$))/u, () => "docteur"),
  reading(/(?<!\p{L})Pr\.?(?=[ \u00A0](?:\p{Lu}|$))/u, () => "professeur"),
  reading(/(?<!\p{L})Me\.?(?=[ \u00A0](?:\p{Lu}|$))/u, () => "maître"),
  reading(/(?<!\p{L})art\.(?=[ \u00A0](?:\d|$))/u, () => "article"),
  reading(/(?<=\d)[ \u00A0]s\.[ \u00A0]?p\./u, () => " sur penalty"),
  reading(/(?<=\d[ \u00A0\u202F])m[²2](?![\p{L}\d])/u, () => "mètres carrés"),
  reading(/(?<![\p{L}\d])m[²2](?![\p{L}\d])/u, () => "mètre carré"),
  reading(/(?<!\p{L})n°\u00A0?/iu, () => "numéro "),
  reading(/km\/h(?!\p{L})/u, () => "kilomètres-heure"),
  reading(/km[2²]/u, () => "kilomètres carrés"),
  reading(/CO[2₂]/u, () => "C O 2"),
  reading(/°C(?!\p{L})/u, () => "degrés"),
];
