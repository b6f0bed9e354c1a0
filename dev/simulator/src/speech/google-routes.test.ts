import { describe, expect, test, vi } from "vitest";
import { durationMs } from "../audio-duration.ts";
import type { Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";

interface Answer {
  audioContent?: string;
  error?: { code: number; message: string; status: string };
  voices?: { name: string; languageCodes: string[]; ssmlGender: string }[];
}

// Speech synthesis is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let simulator: Running;
simulatorForTests((started) => (simulator = started));

const LINEAR16 = 1;
const OGG_OPUS = 3;
const MALE = 1;
const FEMALE = 2;
const sentences = {
  "fr-FR":
    "Le prix du blé recule pour le troisième mois de suite ; la farine devrait suivre au printemps.",
  "en-GB":
    "Wheat prices have fallen for a third month in a row, and flour should follow in the spring.",
};

const synthesize = (request: unknown, version = "v1") =>
  simulator.call<Answer>(
    "POST",
    `/${version}/text:synthesize?$alt=json%3Benum-encoding=int`,
    request,
  );
const synthesisRequest = (request: object) => ({
  input: { text: "Bonjour." },
  voice: { languageCode: "fr-FR", ssmlGender: FEMALE },
  audioConfig: { audioEncoding: LINEAR16 },
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
  const speak = (ssmlGender: number, audioEncoding: number) =>
    synthesize({
      input: { text: sentences[languageCode] },
      voice: { languageCode, ssmlGender },
      audioConfig: { audioEncoding, sampleRateHertz: 24_000 },
    });

  test.each([
    ["female", FEMALE],
    ["male", MALE],
  ])("a %s voice speaks at a plausible pace", async (_, gender) => {
    const samples = samplesOf(soundOf(await speak(gender, LINEAR16)));
    expect(samples.length / 24_000).toBeGreaterThan(4);
    expect(samples.length / 24_000).toBeLessThan(9);
  });

  test("the two voices differ clearly in pitch", async () => {
    const female = pitchOf(samplesOf(soundOf(await speak(FEMALE, LINEAR16))), 24_000);
    const male = pitchOf(samplesOf(soundOf(await speak(MALE, LINEAR16))), 24_000);
    expect(female / male).toBeGreaterThan(1.35);
  });

  test("Ogg Opus has the same duration as WAV", async () => {
    const ogg = soundOf(await speak(FEMALE, OGG_OPUS));
    const wav = samplesOf(soundOf(await speak(FEMALE, LINEAR16))).length / 24;
    expect(Math.abs((await durationMs(ogg, "audio/ogg")) - wav)).toBeLessThan(60);
  });
});

test("a faster rate shortens speech, a break lengthens it", async () => {
  const seconds = async (request: object) =>
    samplesOf(soundOf(await synthesize(synthesisRequest(request)))).length / 24_000;
  const text = { text: sentences["fr-FR"] };
  const plain = await seconds({ input: text });
  const fast = await seconds({
    input: text,
    audioConfig: { audioEncoding: "LINEAR16", speakingRate: 1.5 },
  });
  expect(fast / plain).toBeCloseTo(1 / 1.5, 1);
  const paused = await seconds({
    input: { ssml: `<speak><break time="2s"/>${text.text}</speak>` },
  });
  expect(paused - plain).toBeCloseTo(2, 1);
});

test("a Chirp 3: HD voice pauses where its markup says so, and ignores the breaks of SSML", async () => {
  const seconds = async (input: object) => {
    const voice = { languageCode: "fr-FR", name: "fr-FR-Chirp3-HD-Kore" };
    return samplesOf(soundOf(await synthesize(synthesisRequest({ input, voice })))).length / 24_000;
  };
  const plain = await seconds({ markup: "Bonjour. Bonsoir." });
  const marked = await seconds({ markup: "Bonjour. [pause long] Bonsoir." });
  expect(marked - plain).toBeGreaterThan(0.5);
  const broken = await seconds({ ssml: '<speak>Bonjour.<break time="5s"/> Bonsoir.</speak>' });
  expect(broken).toBeLessThan(plain + 1);
});

test("accepts both versions of the API and enums as names or numbers", async () => {
  const named = synthesisRequest({
    voice: { languageCode: "fr-FR", name: "fr-FR-Neural2-G", ssmlGender: "MALE" },
    audioConfig: { audioEncoding: "LINEAR16", sampleRateHertz: 48_000 },
  });
  const response = await synthesize(named, "v1beta1");
  expect(response.status).toBe(200);
  expect(soundOf(response).readUInt32LE(24)).toBe(48_000);
});

describe("rejects in Google's format", () => {
  test.each([
    ["MP3", synthesisRequest({ audioConfig: { audioEncoding: 2 } }), "LINEAR16 and OGG_OPUS"],
    [
      "an unknown encoding",
      synthesisRequest({ audioConfig: { audioEncoding: 99 } }),
      "audioEncoding",
    ],
    ["no text", synthesisRequest({ input: {} }), "input.text"],
    [
      "text and SSML",
      synthesisRequest({ input: { text: "a", ssml: "<speak>a</speak>" } }),
      "input.ssml",
    ],
    [
      "SSML for a voice that has none",
      synthesisRequest({
        input: { ssml: "<speak>a</speak>" },
        voice: { languageCode: "fr-FR", name: "fr-FR-Chirp-HD-F" },
      }),
      "does not support SSML",
    ],
    [
      "markup for a voice that has none",
      synthesisRequest({
        input: { markup: "a [pause] b" },
        voice: { languageCode: "fr-FR", name: "fr-FR-Neural2-F" },
      }),
      "does not support markup",
    ],
    [
      "a pitch for a voice that has none",
      synthesisRequest({
        voice: { languageCode: "fr-FR", name: "fr-FR-Chirp3-HD-Kore" },
        audioConfig: { audioEncoding: 1, pitch: 0 },
      }),
      "pitch",
    ],
    ["more than 5000 bytes", synthesisRequest({ input: { text: "é".repeat(2501) } }), "5000 bytes"],
    ["broken SSML", synthesisRequest({ input: { ssml: "<speak>" } }), "Invalid SSML"],
    ["another language", synthesisRequest({ voice: { languageCode: "de-DE" } }), "de-DE"],
    [
      "a misspelled voice",
      synthesisRequest({ voice: { languageCode: "fr-FR", name: "fr-FR-Z" } }),
      "misspelled",
    ],
    [
      "a voice of another language",
      synthesisRequest({ voice: { languageCode: "en-GB", name: "fr-FR-Neural2-F" } }),
      "doesn't match",
    ],
    [
      "a voice of another gender",
      synthesisRequest({
        voice: { languageCode: "fr-FR", name: "fr-FR-Neural2-F", ssmlGender: MALE },
      }),
      "is FEMALE",
    ],
    [
      "an impossible rate",
      synthesisRequest({ audioConfig: { audioEncoding: 1, speakingRate: 9 } }),
      "speaking_rate",
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
    { kind: "speech", status: 200, accepted: true, type: "fr-FR-Standard-A" },
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
  await synthesize(synthesisRequest({ voice: { languageCode: "fr-FR", ssmlGender: MALE } }));
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

test("lists voices by language", async () => {
  const { body } = await simulator.call<Answer>("GET", "/v1/voices?languageCode=fr");
  expect(body.voices).toContainEqual({
    languageCodes: ["fr-FR"],
    name: "fr-FR-Neural2-F",
    ssmlGender: "FEMALE",
    naturalSampleRateHertz: 24_000,
  });
  expect(new Set(body.voices?.map(({ languageCodes }) => languageCodes[0]))).toEqual(
    new Set(["fr-FR"]),
  );
  expect((await simulator.call<Answer>("GET", "/v1/voices")).body.voices?.length).toBeGreaterThan(
    30,
  );
});
