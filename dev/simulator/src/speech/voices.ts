import type { EspeakVoice } from "./engine.ts";

export type Gender = "FEMALE" | "MALE";

export interface Voice {
  /** Name in Google's list. */
  name: string;
  languageCode: string;
  gender: Gender;
}

/** Voice families of Google, with the letters of their voices (cloud.google.com/text-to-speech/docs/voices). */
const catalogue: [languageCode: string, family: string, female: string, male: string][] = [
  ["fr-FR", "Standard", "A C E F", "B D G"],
  ["fr-FR", "Wavenet", "A C E F", "B D G"],
  ["fr-FR", "Neural2", "A C E F", "B D G"],
  ["fr-FR", "Studio", "A", "D"],
  ["en-GB", "Standard", "A C F N", "B D O"],
  ["en-GB", "Wavenet", "A C F N", "B D O"],
  ["en-GB", "Neural2", "A C F N", "B D O"],
  ["en-GB", "Studio", "C", "B"],
  ["en-US", "Standard", "C E F G H", "A B D I J"],
  ["en-US", "Wavenet", "C E F G H", "A B D I J"],
  ["en-US", "Neural2", "C E F G H", "A D I J"],
  ["en-US", "Studio", "O", "Q"],
  ...["fr-FR", "en-GB", "en-US"].map((languageCode): [string, string, string, string] => [
    languageCode,
    "Chirp3-HD",
    "Achernar Aoede Autonoe Callirrhoe Despina Erinome Gacrux Kore Laomedeia Leda Pulcherrima Sulafat Vindemiatrix Zephyr",
    "Achird Algenib Algieba Alnilam Charon Enceladus Fenrir Iapetus Orus Puck Rasalgethi Sadachbia Sadaltager Schedar Umbriel Zubenelgenubi",
  ]),
  ...["fr-FR", "en-GB", "en-US"].map((languageCode): [string, string, string, string] => [
    languageCode,
    "Chirp-HD",
    "F O",
    "D",
  ]),
];

export const voices: Voice[] = catalogue.flatMap(([languageCode, family, female, male]) => {
  const named = (gender: Gender) => (letter: string) => {
    return { name: `${languageCode}-${family}-${letter}`, languageCode, gender };
  };
  return [...female.split(" ").map(named("FEMALE")), ...male.split(" ").map(named("MALE"))];
});

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

export function espeakVoice({
  languageCode,
  gender,
}: Pick<Voice, "languageCode" | "gender">): EspeakVoice {
  const { variant, ...character } = characters[gender];
  return { name: `${accents[languageCode] ?? "en-us"}+${variant}`, ...character };
}
