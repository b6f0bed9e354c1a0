import type { EspeakVoice } from "./engine.ts";

export type Gender = "FEMALE" | "MALE";

export interface Voice {
  /** Name in Google's list. */
  name: string;
  languageCode: string;
  gender: Gender;
}

/** Voice families and letters of Google (cloud.google.com/text-to-speech/docs/voices). */
const catalogue: Record<string, Record<string, Record<Gender, string[]>>> = {
  "fr-FR": {
    Standard: { FEMALE: ["A", "C", "E", "F"], MALE: ["B", "D", "G"] },
    Wavenet: { FEMALE: ["A", "C", "E", "F"], MALE: ["B", "D", "G"] },
    Neural2: { FEMALE: ["A", "C", "E", "F"], MALE: ["B", "D", "G"] },
    Studio: { FEMALE: ["A"], MALE: ["D"] },
  },
  "en-GB": {
    Standard: { FEMALE: ["A", "C", "F", "N"], MALE: ["B", "D", "O"] },
    Wavenet: { FEMALE: ["A", "C", "F", "N"], MALE: ["B", "D", "O"] },
    Neural2: { FEMALE: ["A", "C", "F", "N"], MALE: ["B", "D", "O"] },
    Studio: { FEMALE: ["C"], MALE: ["B"] },
  },
  "en-US": {
    Standard: { FEMALE: ["C", "E", "F", "G", "H"], MALE: ["A", "B", "D", "I", "J"] },
    Wavenet: { FEMALE: ["C", "E", "F", "G", "H"], MALE: ["A", "B", "D", "I", "J"] },
    Neural2: { FEMALE: ["C", "E", "F", "G", "H"], MALE: ["A", "D", "I", "J"] },
    Studio: { FEMALE: ["O"], MALE: ["Q"] },
  },
};

const chirp: Record<Gender, string[]> = {
  FEMALE: ["Aoede", "Kore", "Leda", "Zephyr"],
  MALE: ["Charon", "Fenrir", "Orus", "Puck"],
};

export const voices: Voice[] = Object.entries(catalogue).flatMap(([languageCode, families]) =>
  Object.entries({ ...families, "Chirp3-HD": chirp }).flatMap(([family, genders]) =>
    (["FEMALE", "MALE"] as const).flatMap((gender) =>
      genders[gender].map((letter) => ({
        name: `${languageCode}-${family}-${letter}`,
        languageCode,
        gender,
      })),
    ),
  ),
);

const accents: Record<string, string> = {
  "fr-FR": "fr",
  "en-GB": "en-gb-x-rp",
  "en-US": "en-us",
};

/** Variants and pitches chosen by listening. The two voices are about an octave apart. */
const characters: Record<Gender, Omit<EspeakVoice, "name"> & { variant: string }> = {
  FEMALE: { variant: "f3", pitch: 55, range: 55, pace: 1 },
  MALE: { variant: "m3", pitch: 38, range: 45, pace: 0.97 },
};

export function espeakVoice({ languageCode, gender }: Voice): EspeakVoice {
  const { variant, ...character } = characters[gender];
  return { name: `${accents[languageCode] ?? "en-us"}+${variant}`, ...character };
}
