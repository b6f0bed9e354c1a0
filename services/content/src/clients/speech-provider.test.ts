import { expect, test } from "vitest";
import { schema } from "../config.ts";
import { speechProviderOf } from "./speech-provider.ts";

const secret = "s".repeat(32);
const provider = (env: Record<string, string>) =>
  speechProviderOf(
    schema.parse({
      NODE_ENV: "production",
      PORT: "0",
      METRICS_PORT: "0",
      INTERNAL_TOKEN_SECRET: secret,
      MEDIA_SECRET: secret,
      APP_URL: "https://matinale.example",
      MONGODB_URI: "mongodb://127.0.0.1",
      MONGODB_DATABASE: "content",
      KAFKA_BROKERS: "127.0.0.1:9092",
      ...env,
    }),
  );

const google = { GOOGLE_APPLICATION_CREDENTIALS: "/key.json" };
const openAi = { OPENAI_API_KEY: "sk-test" };

test.each([
  ["Google without credentials", { ...openAi }],
  ["OpenAI without its key", { SPEECH_PROVIDER: "openai", ...google }],
])("%s does not speak", (_, env) => {
  expect(provider(env)).toBeNull();
});

test.each([
  ["Google", google, "fr-FR-Chirp3-HD-Kore", true],
  [
    "a stand-in for Google, without credentials",
    { TTS_ENDPOINT: "http://127.0.0.1:1" },
    "fr-FR-Chirp3-HD-Kore",
    false,
  ],
  ["OpenAI", { SPEECH_PROVIDER: "openai", ...openAi }, "gpt-4o-mini-tts marin", true],
  [
    "a stand-in for OpenAI, without a key",
    { NODE_ENV: "test", SPEECH_PROVIDER: "openai", TTS_ENDPOINT: "http://127.0.0.1:1/v1" },
    "gpt-4o-mini-tts marin",
    false,
  ],
])("%s speaks with its voices", (_, env, name, live) => {
  const speech = provider(env);
  expect(speech?.voiceName("fr", "female")).toBe(name);
  expect(speech?.live).toBe(live);
});
