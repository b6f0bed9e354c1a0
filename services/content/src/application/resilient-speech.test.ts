import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SpeechError, type SpeechFailure, type SpeechProvider } from "../domain/speech.ts";
import { resilientSpeech } from "./resilient-speech.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A provider that first fails with the given failures, then speaks. Records when it is called. */
function provider(...failures: SpeechFailure[]) {
  const seen = { asked: 0, at: [] as number[], left: 1_000 };
  const speech: SpeechProvider = {
    live: true,
    speak: (ssml) => {
      expect(ssml).toBe("<speak>Bonjour.</speak>");
      const failure = failures[seen.asked];
      seen.asked += 1;
      seen.at.push(Date.now());
      return failure === undefined
        ? Promise.resolve(Uint8Array.of(1))
        : Promise.reject(new SpeechError(failure, failure));
    },
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
  const say = async (signal = new AbortController().signal) => {
    const saying = resilient.speak("Bonjour.", "fr", "female", signal);
    await Promise.allSettled([saying, vi.advanceTimersByTimeAsync(10_000)]);
    return saying;
  };
  return { seen, say };
}

test("makes three attempts with growing pauses after transient failures", async () => {
  const { seen, say } = provider("transient", "transient");
  expect(await say()).toEqual(Uint8Array.of(1));
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

test("suspends calls for 15 minutes when the quota is used up", async () => {
  const { seen, say } = provider("quota");
  await expect(say()).rejects.toMatchObject({ failure: "quota" });
  vi.setSystemTime(14 * 60_000);
  await expect(say()).rejects.toMatchObject({ failure: "quota" });
  expect(seen.asked).toBe(1);
  vi.setSystemTime(15 * 60_000);
  expect(await say()).toEqual(Uint8Array.of(1));
});

test("makes no call when the daily budget is used up, and charges nothing for failures", async () => {
  const { seen, say } = provider("refused");
  seen.left = 40;
  await expect(say()).rejects.toMatchObject({ failure: "refused" });
  expect(seen.left).toBe(40);
  await say();
  expect(seen.left).toBe(40 - "<speak>Bonjour.</speak>".length);
  await expect(say()).rejects.toMatchObject({ failure: "quota" });
  expect(seen.asked).toBe(2);
});

test("ends a pause before a retry when the signal aborts", async () => {
  const { seen, say } = provider("transient");
  const stopping = new AbortController();
  const saying = say(stopping.signal);
  stopping.abort(new Error("stopping"));
  await expect(saying).rejects.toThrow("stopping");
  expect(seen.asked).toBeLessThanOrEqual(1);
});
