import type { EspeakVoice } from "./engine.ts";

export type Gender = "FEMALE" | "MALE";

export interface Voice {
  /** Name in Google's list. */
  name: string;
  languageCode: string;
  gender: Gender;
}

/** Voices of Google: languages, families and the ends of their names (cloud.google.com/text-to-speech/docs/voices). */
const catalogue: [languages: string, families: string, female: string, male: string][] = [
  ["fr-FR", "Standard Wavenet Neural2", "A C E F", "B D G"],
  ["fr-FR", "Studio", "A", "D"],
  ["en-GB", "Standard Wavenet Neural2", "A C F N", "B D O"],
  ["en-GB", "Studio", "C", "B"],
  ["en-US", "Standard Wavenet", "C E F G H", "A B D I J"],
  ["en-US", "Neural2", "C E F G H", "A D I J"],
  ["en-US", "Studio", "O", "Q"],
  ["fr-FR en-GB en-US", "Chirp-HD", "F O", "D"],
  [
    "fr-FR en-GB en-US",
    "Chirp3-HD",
    "Achernar Aoede Autonoe Callirrhoe Despina Erinome Gacrux Kore Laomedeia Leda Pulcherrima Sulafat Vindemiatrix Zephyr",
    "Achird Algenib Algieba Alnilam Charon Enceladus Fenrir Iapetus Orus Puck Rasalgethi Sadachbia Sadaltager Schedar Umbriel Zubenelgenubi",
  ],
];

export const voices: Voice[] = catalogue.flatMap(([languages, families, female, male]) =>
  languages.split(" ").flatMap((languageCode) =>
    families.split(" ").flatMap((family) => {
      const named = (gender: Gender) => (end: string) => {
        return { name: `${languageCode}-${family}-${end}`, languageCode, gender };
      };
      return [...female.split(" ").map(named("FEMALE")), ...male.split(" ").map(named("MALE"))];
    }),
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

export function espeakVoice({
  languageCode,
  gender,
}: Pick<Voice, "languageCode" | "gender">): EspeakVoice {
  const { variant, ...character } = characters[gender];
  return { name: `${accents[languageCode] ?? "en-us"}+${variant}`, ...character };
}
