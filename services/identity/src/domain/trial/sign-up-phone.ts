import { parsePhoneNumberWithError } from "libphonenumber-js";

/**
 * Parses the phone number of a sign-up, which the form does not validate. National forms are read as French
 * in every language of the page, so that one number always has the same form.
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
