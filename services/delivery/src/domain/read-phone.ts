import { type CountryCode, isSupportedCountry, parsePhoneNumberWithError } from "libphonenumber-js";

const shortest = 10;

/**
 * Reads a number as people write it: with spaces, dots, "+" or "00", or in the national form of the
 * country they chose. An international number needs a known country and a possible length, no more:
 * ranges change faster than tables, and only the START that comes back proves a number. No chat is behind an extension.
 *
 * @param country  ISO 3166-1 alpha-2, for numbers without a country code
 * @returns        E.164, or null when it cannot be a telephone number
 */
export function readPhone(written: string, country: string): string | null {
  const trimmed = written.trim();
  if (trimmed.length < shortest) return null;
  const international = trimmed.replace(/^00/, "+");
  if (international.startsWith("+")) return parse(international);
  const region = country.toUpperCase();
  const national = isSupportedCountry(region) ? parse(trimmed, region) : null;
  return national ?? parse(`+${trimmed}`);
}

function parse(written: string, region?: CountryCode): string | null {
  try {
    const options = { extract: false, ...(region === undefined ? {} : { defaultCountry: region }) };
    const number = parsePhoneNumberWithError(written, options);
    const plausible = region === undefined ? number.isPossible() : number.isValid();
    return plausible && number.ext === undefined ? number.number : null;
  } catch {
    return null;
  }
}
