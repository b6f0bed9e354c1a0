import type { ServerResponse } from "node:http";
import { spokenWav } from "@matinale/voice-note/testing";
import { beforeAll, expect, test } from "vitest";
import { SpeechError, type SpeechProvider } from "../../domain/speech.ts";
import { speechRequest } from "../../testing/openai-requests.ts";
import { jsonAnswer, providerServer } from "../../testing/provider-server.ts";
import { createOpenAiSpeech } from "./openai-speech.ts";

const provider = providerServer<unknown>();
const { requests } = provider;
let speech: SpeechProvider;
const sound =
  (bytes: Uint8Array, type = "audio/wav") =>
  (res: ServerResponse) =>
    res.writeHead(200, { "content-type": type }).end(bytes);
const problem = (status: number, code: string, headers?: Record<string, string>) =>
  jsonAnswer(status, { error: { message: "the key sk-test said no", type: code, code } }, headers);
const voices = { fr: { female: "marin", male: "cedar" }, en: { female: "coral", male: "ash" } };
const options = () => ({
  apiKey: "sk-test",
  baseUrl: `${provider.url}/v1`,
  model: "gpt-4o-mini-tts",
  voices,
});
const say = (signal = new AbortController().signal) =>
  speech.speak("Bonjour.", "fr", "female", signal);

beforeAll(() => {
  speech = createOpenAiSpeech(options());
});

test("sends requests that OpenAI’s API description allows", async () => {
  const wav = spokenWav(0.2);
  provider.answer = sound(wav);
  expect(Buffer.compare(await say(), wav)).toBe(0);
  const { signal } = new AbortController();
  await speech.speak("Hello.", "en", "male", signal);
  const plain = createOpenAiSpeech({ ...options(), model: "tts-1-hd" });
  await plain.speak("Hello.", "en", "male", signal);
  for (const { body } of requests) expect(() => speechRequest.parse(body)).not.toThrow();
  const [french, english, withoutInstructions] = requests.map(({ body }) => body);
  expect(french).toEqual({
    model: "gpt-4o-mini-tts",
    voice: "marin",
    input: "Bonjour.",
    response_format: "wav",
    instructions: expect.stringContaining("en français"),
  });
  expect(english).toMatchObject({ voice: "ash", instructions: expect.stringContaining("English") });
  expect(withoutInstructions).not.toHaveProperty("instructions");
  expect(speech.voiceName("fr", "male")).toBe("gpt-4o-mini-tts cedar");
});

test("each part of a long text is a request that OpenAI allows", () => {
  const parts = speech.inputs("Il a plu. ".repeat(1_000), "fr");
  expect(parts.length).toBeGreaterThan(2);
  for (const input of parts) {
    expect(() => speechRequest.parse({ model: "m", voice: "marin", input })).not.toThrow();
  }
});

test.each([
  ["an overloaded service", problem(503, "server_error"), "transient", null],
  [
    "too many requests",
    problem(429, "rate_limit_exceeded", { "retry-after-ms": "1500" }),
    "throttled",
    1_500,
  ],
  ["a used-up quota", problem(429, "insufficient_quota"), "quota", null],
  ["a wrong key", problem(401, "invalid_api_key"), "credentials", null],
  ["a forbidden project", problem(403, "unsupported_country"), "credentials", null],
  ["a text it does not take", problem(400, "invalid_value"), "refused", null],
  ["a model that has ended", problem(404, "model_not_found"), "refused", null],
  ["a cut line", (res: ServerResponse) => res.destroy(), "transient", null],
] as const)("maps %s to its failure, without the key", async (_, given, failure, retryAfterMs) => {
  provider.answer = given;
  const error: unknown = await say().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SpeechError);
  expect(error).toMatchObject({ failure, retryAfterMs });
  expect((error as Error).message).not.toContain("sk-");
  expect(requests).toHaveLength(1);
});

test.each([
  ["before its answer", () => undefined],
  [
    "in the middle of the answer",
    (res: ServerResponse) => res.writeHead(200, { "content-type": "audio/wav" }).write("RIFF"),
  ],
])("times out when the provider hangs %s", async (_name, hang) => {
  provider.answer = hang;
  const impatient = createOpenAiSpeech(options(), { deadlineMs: () => 300 });
  const spoken = impatient.speak("Bonjour.", "fr", "female", new AbortController().signal);
  await expect(spoken).rejects.toMatchObject({ failure: "transient" });
});
