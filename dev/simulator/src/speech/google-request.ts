import { z } from "zod";
import { ApiError, messageOf, read } from "../api-error.ts";
import { type Speaking, usualRates } from "./engine.ts";
import { readSsml, type Utterance } from "./ssml.ts";
import { espeakVoice, isGenerative, type Voice, voices } from "./voices.ts";

const names: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** An error in the format of Google's APIs (google.aip.dev/193). */
export class GoogleError extends ApiError {
  readonly retryAfter: number | undefined;

  /** @param retryAfter  seconds to wait before the next call */
  constructor(status: number, message: string, retryAfter?: number) {
    super(status, message);
    this.retryAfter = retryAfter;
  }

  toJSON() {
    const status = names[this.status] ?? (this.status < 500 ? "FAILED_PRECONDITION" : "UNKNOWN");
    const details =
      this.retryAfter === undefined
        ? {}
        : {
            details: [
              {
                "@type": "type.googleapis.com/google.rpc.RetryInfo",
                retryDelay: `${this.retryAfter}s`,
              },
            ],
          };
    return { error: { code: this.status, message: this.message, status, ...details } };
  }
}

/** Google accepts enums as numbers, which its client sends, and as names. */
const format = z.union(
  [
    z.literal(["LINEAR16", 1]).transform(() => "wav" as const),
    z.literal(["OGG_OPUS", 3]).transform(() => "ogg" as const),
  ],
  "The simulator speaks LINEAR16 and OGG_OPUS. Encode LINEAR16 yourself.",
);
const gender = z.union([
  z.literal(["MALE", 1]).transform(() => "MALE" as const),
  z.literal(["FEMALE", 2]).transform(() => "FEMALE" as const),
  z.literal(["SSML_VOICE_GENDER_UNSPECIFIED", 0, "NEUTRAL", 3]).transform(() => undefined),
]);

const between = (min: number, max: number) => z.number().min(min).max(max).optional();

const schema = z.strictObject({
  input: z.strictObject({
    text: z.string().optional(),
    ssml: z.string().optional(),
    markup: z.string().optional(),
  }),
  voice: z.strictObject({
    languageCode: z.string().min(1),
    name: z.string().optional(),
    ssmlGender: gender.optional(),
  }),
  audioConfig: z.strictObject({
    audioEncoding: format,
    speakingRate: z.number().optional(),
    pitch: between(-20, 20),
    volumeGainDb: between(-96, 16),
    sampleRateHertz: z.int().min(8000).max(48_000).optional(),
    effectsProfileId: z.array(z.string()).optional(),
  }),
});
type Request = z.infer<typeof schema>;

/** Google's limit, in bytes of UTF-8. */
const MAX_INPUT_BYTES = 5000;

const invalid = (message: string) => new GoogleError(400, message);

/** @throws GoogleError  400 with the reason, in Google's words where they are known */
export function readSynthesis(body: unknown): { voice: string; speaking: Speaking } {
  const {
    input,
    voice: wanted,
    audioConfig,
  } = read(schema, body, (path, message) => {
    return invalid(`Invalid value at '${path}': ${message}`);
  });
  const voice = chosenVoice(wanted);
  const { audioEncoding: encoding, sampleRateHertz, speakingRate, pitch = 0 } = audioConfig;
  if (audioConfig.pitch !== undefined && isGenerative(voice)) {
    throw invalid("This voice does not support pitch parameters at this time.");
  }
  const rate = speakingRate || 1;
  if (rate < 0.25 || rate > 2) throw invalid("speaking_rate must be between 0.25 and 2.0.");
  return {
    voice: voice.name,
    speaking: {
      utterances: utterancesOf(input, voice),
      voice: espeakVoice(voice),
      rate,
      pitch,
      encoding,
      sampleRate: (encoding === "wav" ? sampleRateHertz : undefined) ?? usualRates[encoding],
    },
  };
}

/** Pauses of the markup, in milliseconds. Google's have no fixed length. */
const markedPauses: Record<string, number> = {
  "[pause short]": 250,
  "[pause]": 500,
  "[pause long]": 1000,
};

function utterancesOf(input: Request["input"], voice: Voice): Utterance[] {
  const { text, ssml, markup } = input;
  const [given, other] = [text, ssml, markup].filter(Boolean);
  if (given === undefined || other !== undefined) {
    throw invalid("Exactly one of `input.text`, `input.ssml` and `input.markup` must be set.");
  }
  if (Buffer.byteLength(given) > MAX_INPUT_BYTES) {
    throw invalid(
      `Either \`input.text\` or \`input.ssml\` is longer than the limit of ${MAX_INPUT_BYTES} bytes.`,
    );
  }
  if (text) return [{ text }];
  if (markup) {
    if (voice.family !== "Chirp3-HD") throw invalid("This voice does not support markup input.");
    return markup
      .split(/(\[pause(?: short| long)?\])/)
      .filter((piece) => piece.trim() !== "")
      .map((piece) => {
        const silenceMs = markedPauses[piece];
        return silenceMs === undefined ? { text: piece } : { silenceMs };
      });
  }
  if (voice.family === "Chirp-HD") {
    throw invalid(
      "This voice currently does not support SSML input. Please try again with text only input.",
    );
  }
  try {
    const utterances = readSsml(given);
    // Chirp 3: HD ignores the tags that it does not support, <break> among them.
    return isGenerative(voice) ? utterances.filter((each) => "text" in each) : utterances;
  } catch (error) {
    throw invalid(`Invalid SSML: ${messageOf(error)}.`);
  }
}

function chosenVoice({ languageCode, name, ssmlGender: gender }: Request["voice"]): Voice {
  const spoken = languageCode.toLowerCase();
  if (!name) {
    const voice = voices.find(
      (one) =>
        [one.languageCode.toLowerCase(), one.languageCode.slice(0, 2)].includes(spoken) &&
        one.gender === (gender ?? "FEMALE"),
    );
    if (voice) return voice;
    throw invalid(`The simulator speaks fr-FR, en-GB and en-US, not '${languageCode}'.`);
  }
  const voice = voices.find((one) => one.name === name);
  if (!voice) throw invalid(`Voice '${name}' does not exist. Is it misspelled?`);
  if (voice.languageCode.toLowerCase() !== spoken) {
    throw invalid(
      `Requested language code '${languageCode}' doesn't match the voice '${name}''s language code '${voice.languageCode}'.`,
    );
  }
  if (gender && gender !== voice.gender) {
    throw invalid(`Requested ${gender} voice, but voice '${name}' is ${voice.gender}.`);
  }
  return voice;
}
