import type { Language, Voice } from "@matinale/contracts";
import type { VoiceNames } from "@matinale/kit";
import { startSimulator } from "@matinale/kit/testing";
import { readWav } from "@matinale/voice-note";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SpeechError, type SpeechProvider } from "../domain/speech.ts";
import { createGoogleSpeech } from "./google-speech/google-speech.ts";
import { createOpenAiSpeech } from "./openai/openai-speech.ts";

// the simulated voices speak one after the other, slowly on a busy machine
vi.setConfig({ testTimeout: 120_000 });

const key = "sk-of-the-tests";
type Options = { deadlineMs?: () => number };
type Adapter = {
  adapter: string;
  voices: VoiceNames;
  create: (url: string, voices: VoiceNames, options?: Options) => SpeechProvider;
};
const google: Adapter["create"] = (url, voices, options) =>
  createGoogleSpeech({ voices, endpoint: new URL(url) }, options);
const openAi: Adapter["create"] = (url, voices, options) =>
  createOpenAiSpeech(
    { apiKey: key, baseUrl: `${url}/v1`, model: "gpt-4o-mini-tts", voices },
    options,
  );

const adapters: Adapter[] = [
  {
    adapter: "Google, Chirp 3: HD",
    voices: {
      fr: { female: "fr-FR-Chirp3-HD-Kore", male: "fr-FR-Chirp3-HD-Charon" },
      en: { female: "en-GB-Chirp3-HD-Kore", male: "en-US-Chirp3-HD-Charon" },
    },
    create: google,
  },
  {
    adapter: "Google, Neural2",
    voices: {
      fr: { female: "fr-FR-Neural2-F", male: "fr-FR-Neural2-G" },
      en: { female: "en-GB-Neural2-A", male: "en-US-Neural2-D" },
    },
    create: google,
  },
  {
    adapter: "Google, Chirp HD",
    voices: {
      fr: { female: "fr-FR-Chirp-HD-F", male: "fr-FR-Chirp-HD-D" },
      en: { female: "en-GB-Chirp-HD-F", male: "en-US-Chirp-HD-D" },
    },
    create: google,
  },
  {
    adapter: "OpenAI",
    voices: {
      fr: { female: "marin", male: "cedar" },
      en: { female: "coral", male: "ash" },
    },
    create: openAi,
  },
];

describe.each(adapters)("$adapter", ({ voices, create }) => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  let speech: SpeechProvider;
  beforeAll(async () => {
    simulator = await startSimulator({});
    speech = create(simulator.url, voices);
  });
  beforeEach(() => simulator.sim("DELETE", "/state"));
  afterAll(async () => {
    await speech.close();
    await simulator.close();
  });

  const say = (
    text: string,
    { language = "fr" as Language, voice = "female" as Voice, provider = speech } = {},
    signal = new AbortController().signal,
  ) => {
    const [input = ""] = provider.inputs(text, language);
    return provider.speak(input, language, voice, signal);
  };
  const setFaults = (faults: object) => simulator.sim("PUT", "/faults", faults);
  const failure = async (spoken: Promise<unknown>) => {
    const error: unknown = await spoken.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SpeechError);
    expect(String(error) + String((error as Error).cause)).not.toContain(key);
    return error as SpeechError;
  };

  test("each voice speaks its language, as a WAV file at 24 kHz", async () => {
    const texts = { fr: "Le n° 1 gagne 3 %.", en: "No. 1 is up 3%." };
    for (const language of ["fr", "en"] as const) {
      for (const voice of ["female", "male"] as const) {
        const { samples, sampleRate } = readWav(await say(texts[language], { language, voice }));
        expect(sampleRate).toBe(24_000);
        expect(samples.length / sampleRate).toBeGreaterThan(0.8);
        expect(speech.voiceName(language, voice)).toContain(voices[language][voice]);
      }
    }
    const calls = await simulator.sim<{ type: string }[]>("GET", "/log");
    const spoken = calls.map(({ type }) => type);
    expect(spoken).toEqual([voices.fr.female, voices.fr.male, voices.en.female, voices.en.male]);
    expect(speech.live).toBe(false);
  });

  test("gives the voice words", () => {
    const inputs = speech.inputs("Le n° 1 gagne. Fini.", "fr");
    expect(inputs).toEqual(["Le numéro 1 gagne. Fini."]);
  });

  test("divides a text above the limit, and the provider accepts the longest part", async () => {
    const text = "Le pont rouvre à l’été. ".repeat(400).trim();
    const parts = speech.inputs(text, "fr");
    expect(parts.length).toBeGreaterThan(1);
    const longest = parts.toSorted((one, other) => other.length - one.length)[0] ?? "";
    expect(longest.length).toBeGreaterThan(1_500);
    // the simulator checks a request before its faults: only an accepted one fails with 503
    await setFaults({ speechCode: 503 });
    const { signal } = new AbortController();
    const outcome = async (input: string) =>
      (await failure(speech.speak(input, "fr", "female", signal))).failure;
    expect(await outcome(longest)).toBe("transient");
    expect(await outcome(text)).toBe("refused");
  });

  test.each([
    [500, "transient"],
    [503, "transient"],
    [429, "throttled"],
    [401, "credentials"],
    [403, "credentials"],
    [400, "refused"],
  ])("maps status %i to %s", async (speechCode, expected) => {
    await setFaults({ speechCode });
    expect(await failure(say("Bonjour."))).toMatchObject({
      failure: expected,
      retryAfterMs: null,
    });
  });

  test("passes on how long the provider asks to wait", async () => {
    await setFaults({ speechCode: 429, speechRetryAfter: 7 });
    expect(await failure(say("Bonjour."))).toMatchObject({
      failure: "throttled",
      retryAfterMs: 7_000,
    });
  });

  test("a voice that the provider does not have is refused", async () => {
    const wrong = { female: "fr-FR-Chirp3-HD-Nobody", male: "fr-FR-Chirp3-HD-Nobody" };
    const provider = create(simulator.url, { fr: wrong, en: wrong });
    expect(await failure(say("Bonjour.", { provider }))).toMatchObject({ failure: "refused" });
    await provider.close();
  });

  test("gives up after its time limit", async () => {
    await setFaults({ speechDelayMs: 5_000 });
    const provider = create(simulator.url, voices, { deadlineMs: () => 300 });
    expect(await failure(say("Bonjour.", { provider }))).toMatchObject({ failure: "transient" });
    await provider.close();
  });

  test("ends with the reason of the signal when it aborts", async () => {
    await setFaults({ speechDelayMs: 2_000 });
    const stopping = new AbortController();
    const spoken = say("Bonjour.", {}, stopping.signal);
    stopping.abort(new Error("stopping"));
    const startedAt = performance.now();
    await expect(spoken).rejects.toThrow("stopping");
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    await expect(say("Bonjour.", {}, stopping.signal)).rejects.toThrow("stopping");
  });
});
