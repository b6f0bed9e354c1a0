import { describe, expect, test, vi } from "vitest";
import type { Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";

interface Answer {
  audioContent?: string;
  error?: { code: number; message: string; status: string };
}

// Speech synthesis is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let simulator: Running;
simulatorForTests((started) => (simulator = started));

const LINEAR16 = 1;
const FEMALE = "Neural2-A";
const MALE = "Neural2-B";
const sentences = {
  "fr-FR":
    "Le prix du blé recule pour le troisième mois de suite ; la farine devrait suivre au printemps.",
  "en-GB":
    "Wheat prices have fallen for a third month in a row, and flour should follow in the spring.",
};

const synthesize = (request: unknown) =>
  simulator.call<Answer>("POST", "/v1/text:synthesize?$alt=json%3Benum-encoding=int", request);
const french = (voice: string) => ({ languageCode: "fr-FR", name: `fr-FR-${voice}` });
const synthesisRequest = (request: object) => ({
  input: { text: "Bonjour." },
  voice: french(FEMALE),
  audioConfig: { audioEncoding: LINEAR16, sampleRateHertz: 24_000 },
  ...request,
});
const soundOf = (response: Awaited<ReturnType<typeof synthesize>>) =>
  Buffer.from(response.body.audioContent ?? "", "base64");

function samplesOf(wav: Buffer): Float32Array {
  expect(wav.toString("latin1", 0, 4)).toBe("RIFF");
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
  return Float32Array.from(
    { length: (wav.length - 44) / 2 },
    (_, index) => wav.readInt16LE(44 + index * 2) / 32768,
  );
}

/** Median pitch of the voiced parts, by autocorrelation between 60 and 350 Hz. */
function pitchOf(samples: Float32Array, rate: number): number {
  const pitches: number[] = [];
  const size = Math.round(rate * 0.05);
  for (let start = 0; start + 2 * size < samples.length; start += size * 2) {
    let best = { lag: 0, likeness: 0 };
    for (let lag = Math.round(rate / 350); lag < rate / 60; lag += 1) {
      let product = 0;
      let power = 1e-9;
      for (let at = start; at < start + size; at += 1) {
        product += (samples[at] ?? 0) * (samples[at + lag] ?? 0);
        power += ((samples[at] ?? 0) ** 2 + (samples[at + lag] ?? 0) ** 2) / 2;
      }
      if (product / power > best.likeness) best = { lag, likeness: product / power };
    }
    if (best.likeness > 0.8) pitches.push(rate / best.lag);
  }
  return pitches.toSorted((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0;
}

describe.each(["fr-FR", "en-GB"] as const)("in %s", (languageCode) => {
  const speak = async (voice: string) =>
    samplesOf(
      soundOf(
        await synthesize({
          input: { text: sentences[languageCode] },
          voice: { languageCode, name: `${languageCode}-${voice}` },
          audioConfig: { audioEncoding: LINEAR16, sampleRateHertz: 24_000 },
        }),
      ),
    );

  test.each([
    ["female", FEMALE],
    ["male", MALE],
  ])("a %s voice speaks at a plausible pace", async (_, voice) => {
    const samples = await speak(voice);
    expect(samples.length / 24_000).toBeGreaterThan(4);
    expect(samples.length / 24_000).toBeLessThan(9);
  });

  test("the two voices differ clearly in pitch", async () => {
    const female = pitchOf(await speak(FEMALE), 24_000);
    const male = pitchOf(await speak(MALE), 24_000);
    expect(female / male).toBeGreaterThan(1.35);
  });
});

test("accepts an encoding by its name, and has a usual sample rate", async () => {
  const response = await synthesize(
    synthesisRequest({ audioConfig: { audioEncoding: "LINEAR16" } }),
  );
  expect(response.status).toBe(200);
  expect(soundOf(response).readUInt32LE(24)).toBe(24_000);
});

describe("rejects in Google's format", () => {
  test.each([
    ["MP3", synthesisRequest({ audioConfig: { audioEncoding: 2 } }), "speaks LINEAR16"],
    [
      "another sample rate",
      synthesisRequest({ audioConfig: { audioEncoding: 1, sampleRateHertz: 48_000 } }),
      "sampleRateHertz",
    ],
    ["no text", synthesisRequest({ input: {} }), "input.text"],
    ["an empty text", synthesisRequest({ input: { text: "" } }), "input.text"],
    ["SSML", synthesisRequest({ input: { text: "a", ssml: "<speak>a</speak>" } }), "ssml"],
    ["more than 5000 bytes", synthesisRequest({ input: { text: "é".repeat(2501) } }), "5000 bytes"],
    ["no voice", synthesisRequest({ voice: { languageCode: "fr-FR" } }), "voice.name"],
    ["a misspelled voice", synthesisRequest({ voice: french("Z") }), "misspelled"],
    [
      "a voice of another language",
      synthesisRequest({ voice: { languageCode: "en-GB", name: "fr-FR-Neural2-F" } }),
      "doesn't match",
    ],
    [
      "a rate",
      synthesisRequest({ audioConfig: { audioEncoding: 1, speakingRate: 1 } }),
      "speakingRate",
    ],
    ["an unknown key", synthesisRequest({ colour: "red" }), "colour"],
    ["no JSON", "{", "JSON"],
  ])("%s", async (_, request, message) => {
    expect(await synthesize(request)).toMatchObject({
      status: 400,
      body: {
        error: { code: 400, status: "INVALID_ARGUMENT", message: expect.stringContaining(message) },
      },
    });
  });
});

test("speechCode returns an error in Google's format, and times counts down", async () => {
  await simulator.sim("PUT", "/faults", { speechCode: 429, times: 1 });
  expect(await synthesize(synthesisRequest({}))).toMatchObject({
    status: 429,
    body: { error: { code: 429, status: "RESOURCE_EXHAUSTED" } },
  });
  expect(await synthesize(synthesisRequest({}))).toMatchObject({ status: 200 });
  expect(await simulator.log()).toMatchObject([
    { kind: "speech", status: 429, code: 429, accepted: false },
    { kind: "speech", status: 200, accepted: true, type: "fr-FR-Neural2-A" },
  ]);
});

test("speechRetryAfter is in the error and its header; speechDelayMs delays the answer", async () => {
  await simulator.sim("PUT", "/faults", { speechCode: 429, speechRetryAfter: 7, times: 1 });
  const refused = await synthesize(synthesisRequest({}));
  expect(refused.text).toContain('"retryDelay":"7s"');
  await simulator.sim("PUT", "/faults", { speechDelayMs: 300 });
  const before = performance.now();
  expect(await synthesize(synthesisRequest({}))).toMatchObject({ status: 200 });
  expect(performance.now() - before).toBeGreaterThan(290);
});

test("logs the same hash for the same request", async () => {
  await synthesize(synthesisRequest({}));
  await synthesize(synthesisRequest({}));
  await synthesize(synthesisRequest({ voice: french(MALE) }));
  const [first, second, third] = (await simulator.log()).map(({ sha256 }) => sha256);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("the server responds to other calls during synthesis", async () => {
  const long = synthesize(synthesisRequest({ input: { text: sentences["fr-FR"].repeat(8) } }));
  let done = false;
  void long.finally(() => {
    done = true;
  });
  expect((await simulator.call("GET", "/healthz")).status).toBe(200);
  expect(done).toBe(false);
  expect((await long).status).toBe(200);
});
