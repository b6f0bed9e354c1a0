import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { spokenWav } from "@matinale/voice-note/testing";
import { readWav } from "@matinale/voice-note";
import { SpeechError, type SpeechFailure, type SpeechProvider } from "../domain/speech.ts";
import { resilientSpeech } from "./resilient-speech.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const oneSecond = spokenWav(1);

/** A provider that speaks each sentence in a request of its own; it first fails as given. Records when it is called. */
function provider(...failures: (SpeechFailure | { throttledForMs: number })[]) {
  const seen = { asked: 0, at: [] as number[], left: 1_000, inputs: [] as string[] };
  const speech: SpeechProvider = {
    live: true,
    voiceName: (language, voice) => `${language} ${voice}`,
    inputs: (text, _language, maxCharacters) =>
      text.split(maxCharacters === undefined ? /(?<=\.) /u : " "),
    speak: (input) => {
      seen.inputs.push(input);
      const failure = failures[seen.asked];
      seen.asked += 1;
      seen.at.push(Date.now());
      if (failure === undefined) return Promise.resolve(oneSecond);
      return Promise.reject(
        typeof failure === "string"
          ? new SpeechError(failure, failure)
          : new SpeechError("throttled", "wait", { retryAfterMs: failure.throttledForMs }),
      );
    },
    close: () => Promise.resolve(),
  };
  const budget = {
    take: (amount: number) => {
      if (amount > seen.left) return Promise.resolve(false);
      seen.left -= amount;
      return Promise.resolve(true);
    },
    reconcile: (taken: number, spent: number) => {
      seen.left += taken - spent;
      return Promise.resolve();
    },
  };
  const resilient = resilientSpeech(speech, budget);
  const say = async (signal = new AbortController().signal, text = "Bonjour.") => {
    const saying = resilient.speak(text, "fr", "female", signal);
    await Promise.allSettled([saying, vi.advanceTimersByTimeAsync(10_000)]);
    return saying;
  };
  return { seen, say, speech, resilient };
}

test("names the voice of a stand-in otherwise than the voice it stands in for", () => {
  const { speech, resilient } = provider();
  expect(resilient.voiceName("fr", "female")).toBe("fr female");
  speech.live = false;
  expect(resilient.voiceName("fr", "female")).toBe("stand-in fr female");
});

test("makes three attempts with growing pauses after transient failures", async () => {
  const { seen, say } = provider("transient", "transient");
  expect(await say()).toBe(oneSecond);
  expect(seen.asked).toBe(3);
  const [first = 0, second = 0, third = 0] = seen.at;
  expect(third - second).toBeGreaterThan(second - first);
});

test("fails after three attempts", async () => {
  const { seen, say } = provider("throttled", "throttled", "throttled");
  await expect(say()).rejects.toMatchObject({ failure: "throttled" });
  expect(seen.asked).toBe(3);
});

test("does not retry a refused text", async () => {
  const { seen, say } = provider("refused");
  await expect(say()).rejects.toMatchObject({ failure: "refused" });
  expect(seen.asked).toBe(1);
});

test("speaks shorter inputs when a sentence is too long for the voice", async () => {
  const { seen, say } = provider("too_long");
  await say(new AbortController().signal, "Bonjour, bonsoir.");
  expect(seen.inputs).toEqual(["Bonjour, bonsoir.", "Bonjour,", "bonsoir."]);
});

test("fails when the shorter inputs are too long, too", async () => {
  const { seen, say } = provider("too_long", "too_long");
  await expect(say()).rejects.toMatchObject({ failure: "too_long" });
  expect(seen.asked).toBe(2);
});

test("suspends calls for 15 minutes when the quota is used up", async () => {
  const { seen, say } = provider("quota");
  await expect(say()).rejects.toMatchObject({ failure: "quota" });
  vi.setSystemTime(14 * 60_000);
  await expect(say()).rejects.toMatchObject({ failure: "quota" });
  expect(seen.asked).toBe(1);
  vi.setSystemTime(15 * 60_000);
  expect(await say()).toBe(oneSecond);
});

test("makes no call when the daily budget is used up, and charges nothing for failures", async () => {
  const { seen, say } = provider("refused");
  seen.left = 15;
  await expect(say()).rejects.toMatchObject({ failure: "refused" });
  expect(seen.left).toBe(15);
  await say();
  expect(seen.left).toBe(15 - "Bonjour.".length);
  await expect(say()).rejects.toMatchObject({ failure: "quota" });
  expect(seen.asked).toBe(2);
});

test("charges an answer without sound, and asks again", async () => {
  const { seen, say } = provider("bad_output");
  expect(await say()).toBe(oneSecond);
  expect(seen.left).toBe(1_000 - 2 * "Bonjour.".length);
});

test("ends a pause before a retry when the signal aborts", async () => {
  const { seen, say } = provider("transient");
  const stopping = new AbortController();
  const saying = say(stopping.signal);
  stopping.abort(new Error("stopping"));
  await expect(saying).rejects.toThrow("stopping");
  expect(seen.asked).toBeLessThanOrEqual(1);
});

test("waits as long as the provider asks for, when that is short", async () => {
  const { seen, say } = provider({ throttledForMs: 1_900 });
  expect(await say()).toBe(oneSecond);
  expect(seen.at[1]).toBeGreaterThanOrEqual(1_900);
});

test("suspends all calls when the provider asks for a long wait", async () => {
  const { seen, say } = provider({ throttledForMs: 60_000 });
  await expect(say()).rejects.toMatchObject({ failure: "throttled" });
  await expect(say()).rejects.toMatchObject({ failure: "throttled" });
  expect(seen.asked).toBe(1);
  vi.setSystemTime(61_000);
  expect(await say()).toBe(oneSecond);
});

test("speaks a text of two requests as one sound, and retries only the request that failed", async () => {
  const { seen, say } = provider("transient");
  const whole = await say(undefined, "Bonjour. Bonsoir.");
  expect(seen.inputs).toEqual(["Bonjour.", "Bonjour.", "Bonsoir."]);
  expect(readWav(whole).samples.length / 24_000).toBeCloseTo(2.35, 2);
  expect(seen.asked).toBe(3);
  expect(seen.left).toBe(1_000 - "Bonjour.Bonsoir.".length);
});
