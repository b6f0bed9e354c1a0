import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberWithError,
  type PhoneNumber,
} from "libphonenumber-js/max";

const shortest = 10;

/**
 * Which numbers are accepted:
 * - assigned: numbers in a range that the country has assigned, by libphonenumber's full tables
 * - possible: also other numbers of the right length, which development and tests invent; no number begins
 *   with a zero
 */
export type AcceptedNumbers = "assigned" | "possible";

/**
 * Reads a number as people write it: with spaces, dots, "+" or "00", or in the national form of the country
 * they chose. Rejects numbers with an extension, which have no WhatsApp. Only a START from the phone proves
 * that the number is right.
 *
 * @param country  ISO 3166-1 alpha-2, for numbers without a country code
 * @returns        E.164, or null when the text is no phone number
 */
export function readPhone(
  written: string,
  country: string,
  accepted: AcceptedNumbers = "assigned",
): string | null {
  const trimmed = written.trim();
  if (trimmed.length < shortest) return null;
  const international = trimmed.replace(/^00/, "+");
  const region = country.toUpperCase();
  const readings = international.startsWith("+")
    ? [parse(international)]
    : [isSupportedCountry(region) ? parse(trimmed, region) : null, parse(`+${trimmed}`)];
  const numbers = readings.filter((number) => number !== null);
  const found =
    numbers.find((number) => number.isValid()) ??
    numbers.find((number) => accepted === "possible" && isPlausible(number));
  return found?.number ?? null;
}

/** Not in the tables, but in a form that a number can have. */
const isPlausible = (number: PhoneNumber): boolean =>
  number.isPossible() && !number.nationalNumber.startsWith("0");

function parse(written: string, region?: CountryCode): PhoneNumber | null {
  try {
    const options = { extract: false, ...(region === undefined ? {} : { defaultCountry: region }) };
    const number = parsePhoneNumberWithError(written, options);
    return number.ext === undefined ? number : null;
  } catch {
    return null;
  }
}
