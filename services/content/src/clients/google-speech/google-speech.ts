import type { TextToSpeechClient } from "@google-cloud/text-to-speech";
import type { Language, Voice } from "@matinale/contracts";
import { clipRate } from "@matinale/voice-note";
import { SpeechError, type SpeechFailure, type SpeechProvider } from "../../domain/speech.ts";

/** Milliseconds for one clip: half a minute of speech takes Google about a second. */
const defaultDeadline = 12_000;

const voices = {
  fr: { languageCode: "fr-FR", female: "fr-FR-Neural2-F", male: "fr-FR-Neural2-G" },
  en: { languageCode: "en-GB", female: "en-GB-Neural2-A", male: "en-GB-Neural2-B" },
} as const satisfies Record<Language, Record<Voice | "languageCode", string>>;

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

function asSpeechError(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  const code = "code" in cause ? Number(cause.code) : Number.NaN;
  const failure = failures[code] ?? "transient";
  const perDay = failure === "throttled" && /per day|billing|exhausted your/iu.test(cause.message);
  return new SpeechError(perDay ? "quota" : failure, `speech: ${cause.message}`, { cause });
}

/**
 * A client for a stand-in (no credentials), or for Google with the credentials of the environment. The library is loaded
 * with the first call, because it takes 15 MB and an idle process does not need it.
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

const isWav = (bytes: Uint8Array) =>
  String.fromCharCode(...bytes.subarray(0, 4)) === "RIFF" && bytes.length > 44;

/** Google Text-to-Speech. @param endpoint  a stand-in with the same REST protocol, or null for Google itself */
export function createGoogleSpeech(
  endpoint: URL | null,
  { deadline = defaultDeadline } = {},
): SpeechProvider & { close(): Promise<void> } {
  let client: Promise<TextToSpeechClient> | null = null;
  return {
    live: endpoint === null,
    async speak(ssml, language, voice, signal) {
      signal.throwIfAborted();
      const { languageCode, [voice]: name } = voices[language];
      try {
        const google = await (client ??= clientOf(endpoint));
        const [answer] = await google.synthesizeSpeech(
          {
            input: { ssml },
            voice: { languageCode, name, ssmlGender: voice === "female" ? "FEMALE" : "MALE" },
            audioConfig: { audioEncoding: "LINEAR16", sampleRateHertz: clipRate },
          },
          { timeout: deadline, maxRetries: 0 },
        );
        const sound = answer.audioContent;
        const bytes = typeof sound === "string" ? Buffer.from(sound, "base64") : sound;
        if (!bytes || !isWav(bytes))
          throw new SpeechError("transient", "speech: the answer is not a WAV file");
        return bytes;
      } catch (error) {
        throw asSpeechError(error);
      }
    },
    close: async () => {
      await (await client)?.close();
    },
  };
}
