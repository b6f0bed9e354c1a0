import type { Language } from "@matinale/contracts";

/** What identity says to a person, in their language. */
export const texts = {
  signedUp: {
    fr: "Votre compte est créé. Vous pouvez vous connecter.",
    en: "Your account is ready. You can sign in.",
  },
  emailTaken: {
    fr: "Un compte existe déjà avec cette adresse e-mail. Connectez-vous ou choisissez-en une autre.",
    en: "An account with this email address already exists. Sign in or choose another one.",
  },
  usernameTaken: {
    fr: "Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.",
    en: "This username is already taken. Choose another one.",
  },
} as const satisfies Record<string, Record<Language, string>>;
