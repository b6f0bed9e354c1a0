import { parseConfig, voiceNames } from "@matinale/kit";
import { expect, test } from "vitest";
import { schema } from "./config.ts";
import { requiredEnvironment as env } from "./testing/environment.ts";

test.each([
  ["production", "http://127.0.0.1:1/v1", false],
  ["production", "https://eu.api.openai.com/v1", true],
  ["development", "http://127.0.0.1:1/v1", true],
])("in %s, accepts a model at %s: %s", (NODE_ENV, OPENAI_BASE_URL, accepted) => {
  expect(schema.safeParse({ ...env, NODE_ENV, OPENAI_BASE_URL }).success).toBe(accepted);
});

test("by default Google speaks with its newest voices", () => {
  expect(voiceNames(schema.parse(env))).toEqual({
    fr: { female: "fr-FR-Chirp3-HD-Kore", male: "fr-FR-Chirp3-HD-Charon" },
    en: { female: "en-GB-Chirp3-HD-Kore", male: "en-GB-Chirp3-HD-Charon" },
  });
});

test("each voice can be chosen, by its provider’s name", () => {
  const american = { ...env, SPEECH_VOICE_EN_MALE: "en-US-Chirp3-HD-Charon" };
  expect(voiceNames(schema.parse(american)).en.male).toBe("en-US-Chirp3-HD-Charon");
  const openAi = { ...env, SPEECH_PROVIDER: "openai", SPEECH_VOICE_FR_FEMALE: "coral" };
  expect(voiceNames(schema.parse(openAi)).fr).toEqual({ female: "coral", male: "cedar" });
});

test.each([
  [
    { SPEECH_VOICE_FR_MALE: "en-GB-Chirp3-HD-Charon" },
    "SPEECH_VOICE_FR_MALE: must be a voice of Google that speaks French, such as fr-FR-Chirp3-HD-Charon",
  ],
  [
    { SPEECH_PROVIDER: "openai", SPEECH_VOICE_EN_FEMALE: "en-GB-Neural2-A" },
    "SPEECH_VOICE_EN_FEMALE: must be a voice of OpenAI: alloy, ash,",
  ],
  [{ SPEECH_PROVIDER: "azure" }, "SPEECH_PROVIDER: "],
  [{ OPENAI_REASONING_EFFORT: "huge" }, "OPENAI_REASONING_EFFORT: "],
  [{ OPENAI_REASONING_EFFORT: "minimal" }, "OPENAI_REASONING_EFFORT: "],
  [
    { NODE_ENV: "production", SPEECH_PROVIDER: "openai", TTS_ENDPOINT: "http://127.0.0.1/v1" },
    "TTS_ENDPOINT: must be https in production",
  ],
])("refuses %o at the start", (wrong, problem) => {
  expect(() => parseConfig(schema, { ...env, ...wrong })).toThrow(problem);
});

test("another server with OpenAI’s protocol may have voices of its own", () => {
  const other = {
    SPEECH_PROVIDER: "openai",
    SPEECH_VOICE_FR_FEMALE: "celine",
    TTS_ENDPOINT: "https://speech.example/v1",
  };
  expect(voiceNames(parseConfig(schema, { ...env, ...other })).fr.female).toBe("celine");
});
