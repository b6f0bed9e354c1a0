import type { Language } from "@matinale/contracts";

/** Characters a second, with pauses inside sentences; measured on the four voices, and rounded down. */
const pace: Record<Language, number> = { fr: 16, en: 15.5 };
/** Seconds of silence at the ends of every clip. */
const around = 0.16;

/** Expected speaking time in seconds of a text, until its clip exists and its duration is known. */
export const speakingSeconds = (characters: number, language: Language): number =>
  characters / pace[language] + around;
