import { parsePhoneNumberWithError } from "libphonenumber-js";

/**
 * Parses the number of the sign-up, which is not validated there. National forms are read as
 * French whatever the language of the page, so that one number has one form.
 *
 * @returns E.164, or null when it cannot be a telephone number
 */
export function readSignUpPhone(written: string): string | null {
  const international = written.trim().replace(/^00/, "+");
  try {
    const number = parsePhoneNumberWithError(international, {
      extract: false,
      defaultCountry: "FR",
    });
    return number.isPossible() ? number.number : null;
  } catch {
    return null;
  }
}
