import type { Words } from "./reader-language.ts";

/** Messages of errors that every service has. */
export const httpTexts = {
  signIn: { fr: "Veuillez vous connecter.", en: "Please sign in." },
  nothingHere: {
    fr: "Il n’y a rien à cette adresse.",
    en: "There is nothing at this address.",
  },
  noSuchPart: {
    fr: "Cette partie de l’enregistrement n’existe pas.",
    en: "That part of the recording does not exist.",
  },
  sendJson: {
    fr: "Envoyez du JSON (application/json), en UTF-8 et sans compression.",
    en: "Send JSON (application/json), in UTF-8 and without compression.",
  },
  invalidJson: {
    fr: "Le corps de la requête n’est pas du JSON valide.",
    en: "The body is not valid JSON.",
  },
  tooLarge: { fr: "L’envoi est trop volumineux.", en: "The body is too large." },
  unreadable: { fr: "La requête n’a pas pu être lue.", en: "The request could not be read." },
  unavailable: {
    fr: "Le service n’est pas disponible. Réessayez dans un instant.",
    en: "The service is not available. Try again soon.",
  },
  failed: {
    fr: "Une erreur est survenue de notre côté. Réessayez.",
    en: "Something went wrong on our side. Try again.",
  },
  changedElsewhere: {
    fr: "Ces données viennent d’être modifiées ailleurs. Réessayez.",
    en: "This was changed elsewhere at the same moment. Try again.",
  },
} as const satisfies Record<string, Words>;

/** @param methods  those that the address accepts, for example `GET, POST` */
export const useMethods = (methods: string): Words => ({
  fr: `Utilisez ${methods}.`,
  en: `Use ${methods}.`,
});
