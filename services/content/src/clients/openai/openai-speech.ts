import type { Language } from "@matinale/contracts";
import type { VoiceNames } from "@matinale/kit";
import { spokenParts } from "@matinale/newsroom/reading";
import type * as openai from "openai";
import {
  SpeechError,
  speechDeadlineMs,
  type SpeechFailure,
  type SpeechProvider,
} from "../../domain/speech.ts";
import {
  isLive,
  openAiClient,
  openAiFault,
  type OpenAiAccess,
  type OpenAiFailure,
} from "./openai-client.ts";

/** A request takes 4,096 characters and 2,000 tokens; in both languages this many characters are less than either. */
const maxCharacters = 3_500;

/** How to read. The model takes the language from the text, and a short text may have none. */
const instructions: Record<Language, string> = {
  fr: "Lis ce texte en français de France, mot pour mot, comme une voix de journal radio : posée, claire, sans emphase.",
  en: "Read this text in British English, word for word, as a radio newsreader: calm and clear, without emphasis.",
};
/** Models that take no instructions. */
const withoutInstructions = /^tts-1/u;

const failures: Record<OpenAiFailure, SpeechFailure> = {
  transient: "transient",
  timeout: "transient",
  throttled: "throttled",
  quota: "quota",
  credentials: "credentials",
  rejected: "refused",
};

/** The voices of OpenAI, or of a server with the same protocol. They take plain words. */
export function createOpenAiSpeech(
  { model, voices, ...access }: OpenAiAccess & { model: string; voices: VoiceNames },
  { deadlineMs = speechDeadlineMs } = {},
): SpeechProvider {
  const load = openAiClient(access);
  const fits = (input: string) => input.length <= maxCharacters;
  return {
    live: isLive(access),
    voiceName: (language, voice) => `${model} ${voices[language][voice]}`,
    inputs: (text, language) => spokenParts(text, language, fits),
    async speak(input, language, voice, signal) {
      signal.throwIfAborted();
      const { sdk, client } = await load();
      const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs(input))]);
      try {
        const answer = await client.audio.speech.create(
          {
            model,
            voice: voices[language][voice],
            input,
            response_format: "wav",
            ...(withoutInstructions.test(model) ? {} : { instructions: instructions[language] }),
          } satisfies openai.OpenAI.Audio.SpeechCreateParams,
          { signal: limit },
        );
        return new Uint8Array(await answer.arrayBuffer());
      } catch (error) {
        signal.throwIfAborted();
        const { failure, reason, retryAfterMs } = openAiFault(error, sdk);
        throw new SpeechError(failures[failure], `speech: ${reason}`, { retryAfterMs });
      }
    },
    close: () => Promise.resolve(),
  };
}
