import { voiceNames } from "@matinale/kit";
import type { Config } from "../config.ts";
import type { SpeechProvider } from "../domain/speech.ts";
import { createGoogleSpeech } from "./google-speech/google-speech.ts";
import { createOpenAiSpeech } from "./openai/openai-speech.ts";

/** The provider of voices in the configuration; null without its credentials, unless another server speaks for it. */
export function speechProviderOf(config: Config): SpeechProvider | null {
  const { TTS_ENDPOINT: endpoint, OPENAI_API_KEY: apiKey, SPEECH_MODEL: model } = config;
  const voices = voiceNames(config);
  if (config.SPEECH_PROVIDER === "openai") {
    if (apiKey === undefined && endpoint === undefined) return null;
    const baseUrl = endpoint ?? config.OPENAI_BASE_URL ?? null;
    return createOpenAiSpeech({ apiKey: apiKey ?? "none", baseUrl, model, voices });
  }
  if (endpoint !== undefined) return createGoogleSpeech({ voices, endpoint: new URL(endpoint) });
  const { GOOGLE_APPLICATION_CREDENTIALS: credentials } = config;
  return credentials === undefined ? null : createGoogleSpeech({ voices, endpoint: null });
}
