import type { ServerResponse } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { spokenWav } from "@matinale/voice-note/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SpeechError, type SpeechProvider } from "../../domain/speech.ts";
import { jsonAnswer as json, providerServer } from "../../testing/provider-server.ts";
import { createGoogleSpeech } from "./google-speech.ts";

type Asked = {
  input: { text: string };
  voice: { languageCode: string; name: string };
  audioConfig: { audioEncoding: number | string; sampleRateHertz: number };
};

const provider = providerServer<Asked>();
const { requests } = provider;
let speech: SpeechProvider;
const problem = (status: number, code: string, message = code) =>
  json(status, { error: { code: status, message, status: code } });
const endpoint = () => new URL(provider.url);
const voices = {
  fr: { female: "fr-FR-Chirp3-HD-Kore", male: "fr-FR-Neural2-G" },
  en: { female: "en-GB-Chirp3-HD-Kore", male: "en-US-Chirp3-HD-Charon" },
};
const say = () => speech.speak("Bonjour.", "fr", "female", new AbortController().signal);

beforeAll(() => {
  speech = createGoogleSpeech({ voices, endpoint: endpoint() });
});
afterAll(() => speech.close());

test("requests 16-bit samples of the configured voice, in words, and returns a WAV file", async () => {
  const wav = spokenWav(0.2);
  provider.answer = json(200, { audioContent: wav.toString("base64") });
  const { signal } = new AbortController();
  expect(Buffer.compare(await say(), wav)).toBe(0);
  await speech.speak("Bonjour.", "fr", "male", signal);
  await speech.speak("Hello.", "en", "male", signal);
  const [chirp, neural, american] = requests.map(({ body }) => body);
  expect(chirp).toMatchObject({
    input: { text: "Bonjour." },
    voice: { languageCode: "fr-FR", name: "fr-FR-Chirp3-HD-Kore" },
    audioConfig: { sampleRateHertz: 24_000 },
  });
  expect(Object.keys(chirp?.audioConfig ?? {})).toEqual(["audioEncoding", "sampleRateHertz"]);
  expect(neural).toMatchObject({
    input: { text: "Bonjour." },
    voice: { languageCode: "fr-FR", name: "fr-FR-Neural2-G" },
  });
  expect(american?.voice).toEqual({ languageCode: "en-US", name: "en-US-Chirp3-HD-Charon" });
  expect(speech.live).toBe(false);
});

test("measures a request in bytes", () => {
  const parts = speech.inputs("É".repeat(2_499) + " " + "é".repeat(2_499), "fr");
  expect(parts.map((part) => Buffer.byteLength(part))).toEqual([4_999, 4_999]);
});

test("divides a text into inputs of at most the given characters", () => {
  const text =
    "Le pont rouvre, après trois ans de travaux, et les cars y passent. La mairie a payé.";
  expect(speech.inputs(text, "fr", 45)).toEqual([
    "Le pont rouvre, après trois ans de travaux,",
    "et les cars y passent.",
    "La mairie a payé.",
  ]);
});

test.each([
  ["an overloaded service", problem(503, "UNAVAILABLE"), "transient"],
  ["an internal error", problem(500, "INTERNAL"), "transient"],
  ["too many requests", problem(429, "RESOURCE_EXHAUSTED"), "throttled"],
  [
    "a used-up day",
    problem(429, "RESOURCE_EXHAUSTED", "Quota exceeded: characters per day"),
    "quota",
  ],
  ["missing credentials", problem(401, "UNAUTHENTICATED"), "credentials"],
  ["a forbidden project", problem(403, "PERMISSION_DENIED"), "credentials"],
  ["a text it does not take", problem(400, "INVALID_ARGUMENT"), "refused"],
  [
    "a long sentence",
    problem(
      400,
      "INVALID_ARGUMENT",
      "This request contains sentences that are too long. Sentence starting with: “Le” is too long.",
    ),
    "too_long",
  ],
  ["a page", (res: ServerResponse) => res.writeHead(200).end("<html>"), "transient"],
  ["a cut line", (res: ServerResponse) => res.destroy(), "transient"],
] as const)("maps %s to its failure", async (_name, given, failure) => {
  provider.answer = given;
  const error: unknown = await say().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SpeechError);
  expect(error).toMatchObject({ failure });
  expect(requests).toHaveLength(1);
});

test.each([
  ["before its answer", () => undefined],
  ["in the middle of the answer", (res: ServerResponse) => res.writeHead(200).write("{")],
])("times out when the provider hangs %s", async (_name, hang) => {
  provider.answer = hang;
  const impatient = createGoogleSpeech({ voices, endpoint: endpoint() }, { deadlineMs: () => 300 });
  const spoken = impatient.speak("Bonjour.", "fr", "female", new AbortController().signal);
  await expect(spoken).rejects.toMatchObject({ failure: "transient" });
  await impatient.close();
});

test("does not keep the sound of an answer until its deadline", async () => {
  const wav = spokenWav(20);
  provider.answer = json(200, { audioContent: wav.toString("base64") });
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const soundInMemory = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  await say();
  const before = soundInMemory();
  for (let call = 0; call < 10; call += 1) await say();
  // on a busy machine, buffers of the closed connections stay for a moment
  await expect.poll(() => soundInMemory() - before).toBeLessThan(3 * wav.length);
});
