const nbsp = "\u00A0";
const narrow = "\u202F";

/** French spaces, apostrophes and guillemets in running text. Addresses are not running text: set them apart first. */
export function frenchTypography(text: string): string {
  return text
    .replace(/\.\.\./gu, "…")
    .replace(/(\p{L})['‘ʼ](?=\p{L}|\d|«|")/gu, "$1’")
    .replace(
      /"([^"]*)"|“([^”]*)”/gu,
      (_, straight?: string, curly?: string) => `«${straight ?? curly ?? ""}»`,
    )
    .replace(/«\s*/gu, `«${nbsp}`)
    .replace(/\s*»/gu, `${nbsp}»`)
    .replace(/\s*([;!?]+)(?=\s|$|[)»])/gu, `${narrow}$1`)
    .replace(/\s+:(?=\s|$)|(?<=[\p{L}\d»)]):(?=\s|$)/gu, `${nbsp}:`)
    .replace(/(\d)\s*(%|€|\$|£)/gu, `$1${nbsp}$2`)
    .replace(/(?<!\d)(\d{1,3}) (?=\d{3}(?!\d))/gu, `$1${narrow}`);
}

/** British typography: curly apostrophes and quotation marks. */
export function englishTypography(text: string): string {
  return text
    .replace(/\.\.\./gu, "…")
    .replace(/(?<=[\p{L}\d])['‘ʼ](?=\p{L})/gu, "’")
    .replace(/"([^"]*)"/gu, "“$1”")
    .replace(/(?<=\s|^)'([^']*)'(?=\s|$|[.,;:!?])/gu, "‘$1’")
    .replace(/'/gu, "’");
}
