import { expect, test } from "vitest";
import { SpeechError, type SpeechFailure, type SpeechProvider } from "../domain/speech.ts";
import { resilientSpeech } from "./resilient-speech.ts";

const signal = new AbortController().signal;

/** A provider that first fails with the given failures, then speaks. Records its calls and the pauses between them. */
function provider(...failures: SpeechFailure[]) {
  const seen = { asked: 0, waits: [] as number[], now: 0, left: 1_000 };
  const speech: SpeechProvider = {
    live: true,
    speak: (ssml) => {
      expect(ssml).toBe("<speak>Bonjour.</speak>");
      const failure = failures[seen.asked];
      seen.asked += 1;
      return failure === undefined
        ? Promise.resolve(Uint8Array.of(1))
        : Promise.reject(new SpeechError(failure, failure));
    },
  };
  const clock = {
    now: () => seen.now,
    wait: (ms: number) => {
      seen.waits.push(ms);
      return Promise.resolve();
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
  const resilient = resilientSpeech(speech, budget, clock);
  return { seen, say: () => resilient.speak("Bonjour.", "fr", "female", signal) };
}

test("makes three attempts with growing pauses after transient failures", async () => {
  const { seen, say } = provider("transient", "transient");
  expect(await say()).toEqual(Uint8Array.of(1));
  expect(seen.asked).toBe(3);
  expect(seen.waits[1]).toBeGreaterThan(seen.waits[0]!);
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
  seen.now = 14 * 60_000;
  await expect(say()).rejects.toMatchObject({ failure: "quota" });
  expect(seen.asked).toBe(1);
  seen.now = 15 * 60_000;
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
