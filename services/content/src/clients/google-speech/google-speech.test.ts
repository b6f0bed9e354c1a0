import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { spokenWav } from "@matinale/voice-note/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SpeechError, type SpeechProvider } from "../../domain/speech.ts";
import { createGoogleSpeech } from "./google-speech.ts";

type Asked = {
  input: { ssml: string };
  voice: { languageCode: string; name: string; ssmlGender: number | string };
  audioConfig: { audioEncoding: number | string; sampleRateHertz: number };
};

const asked: Asked[] = [];
let answer: (res: ServerResponse) => void;
let speech: SpeechProvider & { close(): Promise<void> };
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    asked.push(JSON.parse(Buffer.concat(chunks).toString()) as Asked);
    answer(res);
  });
});
const json = (status: number, body: unknown) => (res: ServerResponse) =>
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const problem = (status: number, code: string, message = code) =>
  json(status, { error: { code: status, message, status: code } });
const place = () => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
const say = () =>
  speech.speak("<speak>Bonjour.</speak>", "fr", "female", new AbortController().signal);

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  speech = createGoogleSpeech(place());
});
beforeEach(() => asked.splice(0));
afterAll(async () => {
  await speech.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

test("requests 16-bit samples of the right voice and returns a WAV file", async () => {
  const wav = spokenWav(0.2);
  answer = json(200, { audioContent: wav.toString("base64") });
  expect(Buffer.compare(await say(), wav)).toBe(0);
  await speech.speak("<speak>Hello.</speak>", "en", "male", new AbortController().signal);
  const [french, english] = asked;
  expect(french).toMatchObject({
    input: { ssml: "<speak>Bonjour.</speak>" },
    voice: { languageCode: "fr-FR", name: "fr-FR-Neural2-F" },
    audioConfig: { sampleRateHertz: 24_000 },
  });
  expect(english?.voice).toMatchObject({ languageCode: "en-GB", name: "en-GB-Neural2-B" });
  expect([2, "FEMALE"]).toContain(french?.voice.ssmlGender);
  expect([1, "MALE"]).toContain(english?.voice.ssmlGender);
  expect(speech.live).toBe(false);
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
  ["a page", (res: ServerResponse) => res.writeHead(200).end("<html>"), "transient"],
  [
    "something that is not sound",
    json(200, { audioContent: Buffer.from("hi").toString("base64") }),
    "transient",
  ],
  ["a cut line", (res: ServerResponse) => res.destroy(), "transient"],
] as const)("maps %s to its failure", async (_name, given, failure) => {
  answer = given;
  const error: unknown = await say().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SpeechError);
  expect(error).toMatchObject({ failure });
  expect(asked).toHaveLength(1);
});

test.each([
  ["before its answer", () => undefined],
  ["in the middle of the answer", (res: ServerResponse) => res.writeHead(200).write("{")],
])("times out when the provider hangs %s", async (_name, hang) => {
  answer = hang;
  const impatient = createGoogleSpeech(place(), { deadline: 300 });
  const spoken = impatient.speak("<speak/>", "fr", "female", new AbortController().signal);
  await expect(spoken).rejects.toMatchObject({ failure: "transient" });
  await impatient.close();
});
