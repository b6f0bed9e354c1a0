import type { Language } from "./catalogues.ts";

/**
 * Validation messages of our schemas, in every language. A schema carries the English text, which is the key
 * to the other languages. Messages that the specification fixes have one text and are not listed.
 */
export const schemaMessages = {
  usernameTooLong: {
    fr: "Le nom d’utilisateur doit comporter au plus 50 caractères",
    en: "Username must be at most 50 characters",
  },
  usernameUnprintable: {
    fr: "Le nom d’utilisateur contient des caractères qui ne peuvent pas être affichés",
    en: "Username contains characters that cannot be shown",
  },
  passwordMissing: { fr: "Saisissez votre mot de passe", en: "Please enter your password" },
  passwordTooLong: { fr: "Le mot de passe est trop long", en: "Password is too long" },
  phoneTooLong: { fr: "Le numéro de téléphone est trop long", en: "Phone number is too long" },
  phoneUnprintable: {
    fr: "Le numéro de téléphone contient des caractères qui ne peuvent pas être affichés",
    en: "Phone number contains characters that cannot be shown",
  },
  deliveryTime: {
    fr: "L’heure d’envoi doit s’écrire HH:MM, de 00:00 à 23:59",
    en: "Delivery time must be HH:MM, from 00:00 to 23:59",
  },
  nothingToChange: {
    fr: "Indiquez au moins une préférence à modifier.",
    en: "Name at least one preference to change.",
  },
  contactMessage: {
    fr: "Le message doit comporter de 10 à 4 000 caractères",
    en: "Message must be 10 to 4,000 characters",
  },
  countryCode: {
    fr: "Le pays doit être un code ISO 3166-1, par exemple FR",
    en: "Country must be a code of ISO 3166-1, such as FR",
  },
  postcode: { fr: "Le code postal n’est pas valide", en: "Please enter a valid postcode" },
  promotionCode: {
    fr: "Le code promo n’est pas valide",
    en: "Please enter a valid promotion code",
  },
  notANumber: {
    fr: "doit être un nombre de 0 à 999999999",
    en: "must be a number from 0 to 999999999",
  },
} as const satisfies Record<string, Record<Language, string>>;

const byEnglish = new Map<string, Record<Language, string>>(
  Object.values(schemaMessages).map((message) => [message.en, message]),
);

/** @returns the message as it is when it has no other language */
export const schemaMessage = (english: string, language: Language): string =>
  byEnglish.get(english)?.[language] ?? english;
