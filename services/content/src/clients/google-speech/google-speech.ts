import type { TextToSpeechClient } from "@google-cloud/text-to-speech";
import type { VoiceNames } from "@matinale/kit";
import { spokenParts } from "@matinale/newsroom/reading";
import { clipRate } from "@matinale/voice-note";
import { z } from "zod";
import {
  SpeechError,
  speechDeadlineMs,
  type SpeechFailure,
  type SpeechProvider,
} from "../../domain/speech.ts";
import { untilAborted } from "../../domain/until-aborted.ts";

/** Google's limit for one request, in bytes of UTF-8. */
const maxInputBytes = 5_000;

/** Failures by google.rpc.Code, and by HTTP status when the answer does not come from the API itself. */
const failures: Record<number, SpeechFailure> = {
  3: "refused",
  7: "credentials",
  8: "throttled",
  9: "quota",
  16: "credentials",
  400: "refused",
  401: "credentials",
  403: "credentials",
  429: "throttled",
};

/** google.rpc.RetryInfo in the details of a failed call; seconds beyond 32 bits come as text. */
const retryInfo = z.object({
  statusDetails: z.array(
    z.object({ retryDelay: z.object({ seconds: z.coerce.number() }).optional() }),
  ),
});

function retryAfterMs(error: unknown): number | null {
  const details = retryInfo.safeParse(error).data?.statusDetails ?? [];
  const found = details.find(({ retryDelay }) => retryDelay !== undefined);
  return found?.retryDelay === undefined ? null : found.retryDelay.seconds * 1_000;
}

/** Google publishes no limit of a sentence. Its newer voices refuse some of about 300 bytes, numbers in words. */
const longSentence = /sentences that are too long/iu;

function failureOf(code: number, message: string): SpeechFailure {
  const failure = failures[code] ?? "transient";
  if (failure === "refused" && longSentence.test(message)) return "too_long";
  const perDay = failure === "throttled" && /per day|billing|exhausted your/iu.test(message);
  return perDay ? "quota" : failure;
}

function asSpeechError(error: unknown): SpeechError {
  const cause = error instanceof Error ? error : new Error(String(error));
  const code = "code" in cause ? Number(cause.code) : Number.NaN;
  return new SpeechError(failureOf(code, cause.message), `speech: ${cause.message}`, {
    cause,
    retryAfterMs: retryAfterMs(error),
  });
}

/**
 * A client for a stand-in (no credentials), or for Google with the credentials of the environment. The library is loaded
 * with the first call, because it takes 36 MB and an idle process does not need it.
 */
async function clientOf(endpoint: URL | null): Promise<TextToSpeechClient> {
  const { TextToSpeechClient } = await import("@google-cloud/text-to-speech");
  if (endpoint === null) return new TextToSpeechClient({ fallback: true });
  const { PassThroughClient } = await import("google-auth-library");
  return new TextToSpeechClient({
    fallback: true,
    protocol: endpoint.protocol.replace(":", ""),
    apiEndpoint: endpoint.hostname,
    port: Number(endpoint.port || (endpoint.protocol === "https:" ? 443 : 80)),
    authClient: new PassThroughClient(),
  });
}

/** Google Text-to-Speech. @param options.endpoint a stand-in with the same REST protocol, or null for Google itself */
export function createGoogleSpeech(
  { voices, endpoint }: { voices: VoiceNames; endpoint: URL | null },
  { deadlineMs = speechDeadlineMs } = {},
): SpeechProvider {
  let client: Promise<TextToSpeechClient> | null = null;
  return {
    live: endpoint === null,
    voiceName: (language, voice) => voices[language][voice],
    inputs(text, language, maxCharacters = maxInputBytes) {
      const fits = (input: string) =>
        input.length <= maxCharacters && Buffer.byteLength(input) <= maxInputBytes;
      return spokenParts(text, language, fits);
    },
    async speak(input, language, voice, signal) {
      signal.throwIfAborted();
      const name = voices[language][voice];
      // names begin with their language: fr-FR-Chirp3-HD-Kore
      const languageCode = name.split("-", 2).join("-");
      try {
        const google = await (client ??= clientOf(endpoint));
        const synthesis = google.synthesizeSpeech(
          {
            input: { text: input },
            voice: { languageCode, name },
            audioConfig: { audioEncoding: "LINEAR16", sampleRateHertz: clipRate },
          },
          { timeout: deadlineMs(input), maxRetries: 0 },
        );
        // the client cannot cancel a call
        const [answer] = await untilAborted(synthesis, signal);
        const wav = answer.audioContent ?? "";
        // The client keeps its answer until the deadline of the call: megabytes of sound.
        answer.audioContent = null;
        return typeof wav === "string" ? Buffer.from(wav, "base64") : wav;
      } catch (error) {
        signal.throwIfAborted();
        throw asSpeechError(error);
      }
    },
    close: async () => {
      await (await client)?.close();
    },
  };
}
