import type { Language } from "@matinale/contracts";

/** Characters a second, pauses inside sentences included; measured on the four voices, on the slow side. */
const pace: Record<Language, number> = { fr: 16, en: 15.5 };
/** Silence that every clip carries at its ends. */
const around = 0.6;

/** Seconds that so many characters are expected to take when spoken. Real clips replace the guess once they exist. */
export const speakingSeconds = (characters: number, language: Language): number =>
  characters / pace[language] + around;
