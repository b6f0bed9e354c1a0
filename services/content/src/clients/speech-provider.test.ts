import { expect, test } from "vitest";
import { schema } from "../config.ts";
import { requiredEnvironment } from "../testing/environment.ts";
import { speechProviderOf } from "./speech-provider.ts";

const provider = (env: Record<string, string>) =>
  speechProviderOf(schema.parse({ ...requiredEnvironment, NODE_ENV: "production", ...env }));

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
