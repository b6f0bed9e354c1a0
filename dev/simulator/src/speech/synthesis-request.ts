import { z } from "zod";
import type { Speaking } from "./engine.ts";
import { GoogleError } from "./google-error.ts";
import { readSsml, type Utterance } from "./ssml.ts";
import { espeakVoice, type Gender, type Voice, voices } from "./voices.ts";

/** Google accepts enums as numbers, which its client sends, and as names. */
const numbered = <Name extends string>(names: Record<Name, number>) =>
  z
    .union([z.string(), z.int()])
    .transform((given) =>
      Object.entries(names).find(([name, number]) => given === name || given === number),
    )
    .refine((found) => found !== undefined, "unknown value")
    .transform((found) => found?.[0]);

const schema = z.strictObject({
  input: z.strictObject({ text: z.string().optional(), ssml: z.string().optional() }),
  voice: z.strictObject({
    languageCode: z.string().min(1),
    name: z.string().optional(),
    ssmlGender: numbered({
      SSML_VOICE_GENDER_UNSPECIFIED: 0,
      MALE: 1,
      FEMALE: 2,
      NEUTRAL: 3,
    }).optional(),
  }),
  audioConfig: z.strictObject({
    audioEncoding: numbered({
      LINEAR16: 1,
      MP3: 2,
      OGG_OPUS: 3,
      MULAW: 5,
      ALAW: 6,
      PCM: 7,
      M4A: 8,
    }),
    speakingRate: z.number().optional(),
    pitch: z.number().min(-20).max(20).optional(),
    volumeGainDb: z.number().min(-96).max(16).optional(),
    sampleRateHertz: z.int().optional(),
    effectsProfileId: z.array(z.string()).optional(),
  }),
});

/** Google's limit, in bytes of UTF-8. */
const MAX_INPUT_BYTES = 5000;
const DEFAULT_RATE_HERTZ = 24_000;
const OPUS_RATE_HERTZ = 48_000;

/** @throws GoogleError  400 with the reason, in Google's words where they are known */
export function readSynthesis(body: unknown): { voice: Voice; speaking: Speaking } {
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new GoogleError(400, `Invalid value at '${issue?.path.join(".")}': ${issue?.message}`);
  }
  const { input, audioConfig } = parsed.data;
  const voice = chosenVoice(parsed.data.voice);
  const { audioEncoding, sampleRateHertz, speakingRate, pitch } = audioConfig;
  if (audioEncoding !== "LINEAR16" && audioEncoding !== "OGG_OPUS") {
    throw new GoogleError(
      400,
      `The simulator speaks LINEAR16 and OGG_OPUS, not ${audioEncoding}. Encode LINEAR16 yourself.`,
    );
  }
  if (sampleRateHertz !== undefined && (sampleRateHertz < 8000 || sampleRateHertz > 48_000)) {
    throw new GoogleError(400, "sampleRateHertz must be between 8000 and 48000.");
  }
  const rate = speakingRate || 1;
  if (rate < 0.25 || rate > 2) {
    throw new GoogleError(400, "speaking_rate must be between 0.25 and 2.0.");
  }
  const ogg = audioEncoding === "OGG_OPUS";
  return {
    voice,
    speaking: {
      utterances: utterancesOf(input),
      voice: espeakVoice(voice),
      rate,
      pitch: pitch ?? 0,
      encoding: ogg ? "ogg" : "wav",
      sampleRate: ogg ? OPUS_RATE_HERTZ : sampleRateHertz || DEFAULT_RATE_HERTZ,
    },
  };
}

function utterancesOf({
  text,
  ssml,
}: {
  text?: string | undefined;
  ssml?: string | undefined;
}): Utterance[] {
  const given = text || ssml;
  if (!given || (text && ssml)) {
    throw new GoogleError(400, "Exactly one of `input.text` and `input.ssml` must be set.");
  }
  if (Buffer.byteLength(given) > MAX_INPUT_BYTES) {
    throw new GoogleError(
      400,
      `Either \`input.text\` or \`input.ssml\` is longer than the limit of ${MAX_INPUT_BYTES} bytes.`,
    );
  }
  if (text) return [{ text }];
  try {
    return readSsml(given);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new GoogleError(400, `Invalid SSML: ${error.message}.`);
  }
}

function chosenVoice(wanted: {
  languageCode: string;
  name?: string | undefined;
  ssmlGender?: string | undefined;
}): Voice {
  const { languageCode, name } = wanted;
  const gender = genderOf(wanted.ssmlGender);
  if (name) {
    const voice = voices.find((one) => one.name === name);
    if (!voice) throw new GoogleError(400, `Voice '${name}' does not exist. Is it misspelled?`);
    if (voice.languageCode.toLowerCase() !== languageCode.toLowerCase()) {
      throw new GoogleError(
        400,
        `Requested language code '${languageCode}' doesn't match the voice '${name}''s language code '${voice.languageCode}'.`,
      );
    }
    if (gender && gender !== voice.gender) {
      throw new GoogleError(
        400,
        `Requested ${gender} voice, but voice '${name}' is ${voice.gender}.`,
      );
    }
    return voice;
  }
  const spoken = languageCode.toLowerCase();
  const voice = voices.find(
    (one) =>
      (one.languageCode.toLowerCase() === spoken || one.languageCode.slice(0, 2) === spoken) &&
      one.gender === (gender ?? "FEMALE"),
  );
  if (!voice) {
    throw new GoogleError(
      400,
      `The simulator speaks fr-FR, en-GB and en-US, not '${languageCode}'.`,
    );
  }
  return voice;
}

function genderOf(name: string | undefined): Gender | undefined {
  return name === "FEMALE" || name === "MALE" ? name : undefined;
}
