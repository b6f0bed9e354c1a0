import type { Language } from "@matinale/contracts";

const nbsp = "\u00A0";
const narrow = "\u202F";

/** French spaces, apostrophes, guillemets and thousands in running text. Addresses are not running text: set them apart first. */
export function frenchTypography(text: string): string {
  return text
    .replace(/\.\.\./gu, "…")
    .replace(/(?<=\s)-(?=\s)/gu, "–")
    .replace(/(\p{L})['‘ʼ](?=\p{L}|\d|«|")/gu, "$1’")
    .replace(/(?<=^|[\s(])'([^']+)'(?=$|[\s.,;:!?)])/gu, "«$1»")
    .replace(
      /"([^"]*)"|“([^”]*)”/gu,
      (_, straight?: string, curly?: string) => `«${straight ?? curly ?? ""}»`,
    )
    .replace(/«\s*/gu, `«${nbsp}`)
    .replace(/\s*»/gu, `${nbsp}»`)
    .replace(/\s*([;!?]+)(?=\s|$|[)»])/gu, `${narrow}$1`)
    .replace(/\s+:(?=\s|$)|(?<=[\p{L}\d»)]):(?=\s|$)/gu, `${nbsp}:`)
    .replace(/(\d)\s*(%|€|\$|£)/gu, `$1${nbsp}$2`)
    .replace(/(?<!\d)(\d{1,3}) (?=\d{3}(?!\d))/gu, `$1${narrow}`)
    .replace(/(?<![\p{L}\d.,])\d{1,3}(?:\.\d{3})+(?![\p{L}\d.])/gu, (amount) =>
      amount.replaceAll(".", narrow),
    );
}

/** British typography: curly apostrophes and quotation marks, spaced dashes, no point after a title. */
export function englishTypography(text: string): string {
  return text
    .replace(/\.\.\./gu, "…")
    .replace(/(?<!\p{L})(Mr|Mrs|Ms|Dr)\.(?=\s\p{Lu})/gu, "$1")
    .replace(/(?<=\s)-(?=\s)/gu, "–")
    .replace(/(?<=[\p{L}\d])['‘ʼ](?=\p{L})/gu, "’")
    .replace(/"([^"]*)"/gu, "“$1”")
    .replace(/(?<=\s|^)'([^']*)'(?=\s|$|[.,;:!?])/gu, "‘$1’")
    .replace(/'/gu, "’");
}

/** Running text as its language prints it. */
export const typeset = (text: string, language: Language): string =>
  language === "fr" ? frenchTypography(text) : englishTypography(text);
