/** The digits of a number, as providers write it. */
export const digitsOf = (phone: string): string => phone.replace(/\D/g, "");

/**
 * The provider's id of a person for our business (BSUID): it stands in for a number that the person hides.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
 */
export const userIdPattern = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

export const isUserId = (address: string): boolean => userIdPattern.test(address);

/** A recipient as the provider writes it: the digits of a number, a user id as it is. */
export const addressOf = (recipient: string): string =>
  isUserId(recipient) ? recipient : digitsOf(recipient);

/**
 * Mobile numbers with two spellings: with or without the ninth digit in Brazil, the 1 in Mexico and the 9 in
 * Argentina. WhatsApp may use another one than the subscriber.
 */
const twoSpellings = [
  { long: /^(55\d\d)9([6-9]\d{7})$/, short: /^(55\d\d)([6-9]\d{7})$/, between: "9" },
  { long: /^(52)1(\d{10})$/, short: /^(52)(\d{10})$/, between: "1" },
  { long: /^(54)9(\d{10})$/, short: /^(54)(\d{10})$/, between: "9" },
] as const;

/** All spellings of a number, in digits: the given one first. A user id has one. */
export function spellingsOf(digits: string): [string, ...string[]] {
  for (const { long, short, between } of twoSpellings) {
    if (long.test(digits)) return [digits, digits.replace(long, "$1$2")];
    if (short.test(digits)) return [digits, digits.replace(short, `$1${between}$2`)];
  }
  return [digits];
}

/** All spellings of a number, in the same order whichever is given: for keys. */
export const orderedSpellings = (digits: string): string[] => spellingsOf(digits).toSorted();
