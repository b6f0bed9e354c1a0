import type { Language } from "@matinale/contracts";

/** The no-break space before ":" and units in French, and the narrow one before ";", "!" and "?". */
export const nbsp = "\u00A0";
export const narrow = "\u202F";

/** A text of the same length with a plain space for each typographic one. */
export const withPlainSpaces = (text: string): string =>
  text.replaceAll(/[\u00A0\u202F\u2009]/gu, " ");

const units =
  /(?<![\p{L}\d-])(\d+(?:,\d+)?)\s?(km\/h|m\/s|km²?|m[²³]|cm|mm|kg|g|ha|min|ms|[kMGT]Wh?|[kMGT]o|[MG]Hz)(?![\p{L}\d’'])/gu;
/** "14h30" as "14 h 30". */
const hour = (_: string, hours: string, minutes?: string): string =>
  `${hours}${nbsp}h${minutes === undefined ? "" : `${nbsp}${minutes}`}`;

/** Not behind a digit, where it is a sign of seconds or inches, and not closed between two digits: 1'19"387. */
const quotation = /(?<!\d)"((?:[^"]|(?<=\d)"(?=\d))*)"(?!(?<=\d")\d)/gu;

/** French spaces, apostrophes, guillemets and thousands. For text only: it would damage a web address. */
export function frenchTypography(text: string): string {
  return (
    text
      .replace(/\.\.\./gu, "…")
      .replace(/(?<=\s)-(?=\s)/gu, "–")
      // « coeur », « oeil »
      .replace(/oe(?=u|il)/gu, "œ")
      .replace(/O[eE](?=[uU]|il|IL)/gu, "Œ")
      // also inside a quotation, and with apostrophes
      .replace(/(?<=^|[\s(«"“])'((?:[^'"«»]|(?<=\p{L})'(?=\p{L}))+)'(?=$|[\s.,;:!?)»"”])/gu, "«$1»")
      .replace(/(\p{L})['‘ʼ]/gu, "$1’")
      .replace(quotation, "«$1»")
      .replace(/“([^”]*)”/gu, "«$1»")
      .replace(/«\s*/gu, `«${nbsp}`)
      .replace(/\s*»/gu, `${nbsp}»`)
      .replace(/\s*([;!?]+)(?=\s|$|[)»])/gu, `${narrow}$1`)
      .replace(/\s+:(?=\s|$)|(?<=[\p{L}\d»)]):(?=\s|$)/gu, `${nbsp}:`)
      .replace(/(?<=^|[\s(])[-–](?=\d)/gu, "−")
      .replace(/(?<=^|[\s(])([+−])\s(?=\d)/gu, "$1")
      .replace(/(\d)\s*(%|€|\$|£|[kMG][€$]|Mds?[€$]|°C)(?!\p{L})/gu, `$1${nbsp}$2`)
      .replace(units, `$1${nbsp}$2`)
      // "14ᵉ", "XIXᵉ"
      .replace(/(?<=[\dIVX])[ᵈᵉʳ]+/gu, (letters) => letters.normalize("NFKC"))
      .replace(/(?<=\d)i?[èe]mes?(?!\p{L})/gu, "e")
      .replace(/(?<!\p{L})n[o°ᵒ]\s?(?=\d)/gu, "n° ")
      .replace(/(?<![\p{L}\d])(\d{1,2})\s?[hH]\s?(\d{2})?(?![\p{L}\d])/gu, hour)
      .replace(/(?<!\p{L})(MM?\.|n°)\s?(?=\p{Lu}|\d)/gu, `$1${nbsp}`)
      .replace(/(?<!\p{L})(Mmes?|Mlles?|Me|Dr|Pr)\.?\s(?=\p{Lu})/gu, `$1${nbsp}`)
      // a quotation inside a quotation
      .replace(/(«[^«»]*)«\s*([^«»]*?)\s*»([^«»]*»)/gu, "$1“$2”$3")
      .replace(/(?<!\d)(\d{1,3})[ '’](?=\d{3}(?!\d))/gu, `$1${narrow}`)
      .replace(/(?<![\p{L}\d.,])\d{1,3}(?:\.\d{3})+(?![\p{L}\d.])/gu, (amount) =>
        amount.replaceAll(".", narrow),
      )
  );
}

/** British typography: curly apostrophes and quotation marks, spaced dashes, no full stop after a title. */
export function englishTypography(text: string): string {
  return (
    text
      .replace(/\.\.\./gu, "…")
      .replace(/(?<!\p{L})(Mr|Mrs|Ms|Dr)\.(?=\s\p{Lu})/gu, "$1")
      .replace(/(?<=\s)-{1,2}(?=\s)/gu, "–")
      .replace(/(?<=\p{L})--(?=\p{L})/gu, " – ")
      .replace(/(?<=[^\s])\s*—\s*(?=[^\s])/gu, " – ")
      .replace(/(?<!\S)w\/(?:o|out)(?!\p{L})/gu, "without")
      .replace(/(?<!\S)w\/\s?(?=[\p{L}\d])/gu, "with ")
      // "rock 'n' roll"
      .replace(
        /(?<=\s)['‘](n|em|til|cause|tis|twas|90s|80s|70s|60s)(?![\p{L}\d])['’]?/gu,
        (_, word: string) => (word === "n" ? "’n’" : `’${word}`),
      )
      .replace(/(?<=[\p{L}\d])['‘ʼ](?=\p{L})/gu, "’")
      .replace(quotation, "“$1”")
      .replace(/(?<=\s|^|[“(])'([^']*)'(?=\s|$|[.,;:!?”)])/gu, "‘$1’")
      .replace(/'/gu, "’")
  );
}

/**
 * A text with the spaces, apostrophes, quotation marks and dashes of its language. The same text when it is set twice. For
 * text only: it would damage a web address.
 */
export const typeset = (text: string, language: Language): string =>
  language === "fr" ? frenchTypography(text) : englishTypography(text);
