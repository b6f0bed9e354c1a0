import type { Story } from "@matinale/newsroom";
import type { StoryDraft, StoryPrompt } from "@matinale/newsroom/summary";
import { hostileArticles } from "@matinale/newsroom/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Budget } from "../domain/daily-budget.ts";
import { ModelError, type LanguageModel, type ModelFailure } from "../domain/language-model.ts";
import { modelSummariser } from "./summarise-by-model.ts";

const publishedAt = new Date("2026-11-21T06:00:00Z");
const story = (
  title: string,
  summary: string,
  language: "fr" | "en" = "fr",
  outlet = "La Une",
): Story => ({
  id: "s",
  language,
  category: "politics",
  countries: ["fr"],
  sources: [
    {
      itemId: "1",
      outlet,
      url: "https://n.example/a",
      terms: "licensed",
      title,
      summary,
      publishedAt,
    },
  ],
  firstSeenAt: publishedAt,
});
const strike = story(
  "La grève des trains se poursuit",
  "La grève se poursuit. Deux TGV sur trois circulent samedi.",
);
const good: StoryDraft = {
  headline: "La grève des trains continue",
  sentences: ["Samedi, deux TGV sur trois sont prévus."],
};

const seen = { asked: 0, at: [] as number[], prompts: [] as StoryPrompt[] };
const account = { left: 1e6 };
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  Object.assign(seen, { asked: 0, at: [], prompts: [] });
  account.left = 1e6;
});
afterEach(() => {
  vi.useRealTimers();
});
const budget: Budget = {
  take: (amount) => {
    if (amount > account.left) return Promise.resolve(false);
    account.left -= amount;
    return Promise.resolve(true);
  },
  reconcile: (taken, spent) => {
    account.left += taken - spent;
    return Promise.resolve();
  },
};
/** A model that first fails with the given failures, then answers with the draft. */
function answering(draft: StoryDraft, ...failures: (ModelFailure | [ModelFailure, number])[]) {
  const model: LanguageModel = {
    live: true,
    draft: (prompt, { spent }) => {
      const failure = failures[seen.asked];
      seen.asked += 1;
      seen.at.push(Date.now());
      seen.prompts.push(prompt);
      if (failure !== undefined) {
        const [name, retryAfterMs] = Array.isArray(failure) ? failure : [failure, null];
        return Promise.reject(new ModelError(name, name, { retryAfterMs }));
      }
      spent({ input: 300, output: 50 });
      return Promise.resolve(draft);
    },
  };
  const summariser = modelSummariser(model, budget);
  return async (given = strike, signal = new AbortController().signal) => {
    const written = summariser.summarise(given, { urgent: false, signal });
    // longer than a pause before the second attempt
    await vi.advanceTimersByTimeAsync(3_000);
    return written;
  };
}

test("returns the checked draft as the script and counts its tokens", async () => {
  const { script, reason } = await answering(good)();
  expect(reason).toBe("ok");
  expect(script).toMatchObject({
    method: "model",
    spoken: "La grève des trains continue. Selon La Une, samedi, deux TGV sur trois sont prévus.",
  });
  expect(account.left).toBe(1e6 - 350);
});

test.each([
  ["refusal", 1],
  ["bad_output", 1],
  ["credentials", 1],
  ["rejected", 1],
  ["quota", 1],
  ["timeout", 1],
  ["transient", 2],
  ["throttled", 2],
] as const)(
  "falls back to the extractive summary with the reason after %s",
  async (failure, asked) => {
    const { script, reason } = await answering(good, failure, failure)();
    expect(reason).toBe(failure);
    expect(script.method).toBe("extractive");
    expect(script.spoken).toContain("eux TGV sur trois circulent samedi.");
    expect(seen.asked).toBe(asked);
  },
);

test("retries once after a transient failure", async () => {
  expect((await answering(good, "transient")()).reason).toBe("ok");
  expect(seen.asked).toBe(2);
});

test("waits for a short Retry-After, and suspends calls for a long one", async () => {
  const summarise = answering(good, ["throttled", 1_500], ["throttled", 60_000]);
  expect((await summarise()).reason).toBe("throttled");
  const [first = 0, second = 0] = seen.at;
  expect(second - first).toBeGreaterThanOrEqual(1_500);
  vi.setSystemTime(second + 59_000);
  expect((await summarise()).reason).toBe("throttled");
  expect(seen.asked).toBe(2);
  vi.setSystemTime(second + 60_000);
  expect((await summarise()).reason).toBe("ok");
});

test("suspends calls for 15 minutes when the quota is used up", async () => {
  const summarise = answering(good, "quota");
  await summarise();
  vi.setSystemTime(15 * 60_000 - 1);
  expect((await summarise()).reason).toBe("quota");
  expect(seen.asked).toBe(1);
  vi.setSystemTime(15 * 60_000);
  expect((await summarise()).reason).toBe("ok");
});

test("suspends calls for 30 seconds after four failures in a row", async () => {
  const summarise = answering(good, "timeout", "transient", "transient", "timeout");
  for (let story = 0; story < 5; story += 1) {
    expect((await summarise()).script.method).toBe("extractive");
  }
  expect(seen.asked).toBe(4);
  vi.advanceTimersByTime(30_000);
  expect((await summarise()).reason).toBe("ok");
});

test("does not call the model when the daily budget is used up", async () => {
  account.left = 100;
  const { script, reason } = await answering(good)();
  expect([script.method, reason, seen.asked]).toEqual(["extractive", "budget", 0]);
});

test("charges nothing for a failed call, and the expected tokens for a timed-out one", async () => {
  await answering(good, "refusal")();
  expect(account.left).toBe(1e6);
  seen.asked = 0;
  await answering(good, "timeout")();
  expect(account.left).toBeLessThan(1e6 - 400);
});

test("charges the expected tokens of an answer that does not say how many it took", async () => {
  const model: LanguageModel = { live: true, draft: () => Promise.resolve(good) };
  const { signal } = new AbortController();
  const written = await modelSummariser(model, budget).summarise(strike, { urgent: true, signal });
  expect(written.reason).toBe("ok");
  expect(account.left).toBeLessThan(1e6 - 400);
});

test("falls back to the extractive summary when a call is queued too long", async () => {
  const model: LanguageModel = { live: true, draft: () => Promise.withResolvers<never>().promise };
  const summariser = modelSummariser(model, budget);
  const late = new AbortController();
  const written = Array.from({ length: 6 }, () =>
    summariser.summarise(strike, { urgent: true, signal: late.signal }),
  );
  late.abort();
  expect(new Set((await Promise.all(written)).map(({ reason }) => reason))).toEqual(
    new Set(["timeout"]),
  );
});

test("asks no model about a story whose outlets allow only headlines", async () => {
  const sources = strike.sources.map((source) => ({ ...source, terms: "headline" as const }));
  const { script, reason } = await answering(good)({ ...strike, sources });
  expect(reason).toBe("terms");
  expect(script).toMatchObject({ line: "", method: "extractive" });
  expect(seen.asked).toBe(0);
});

test.each(hostileArticles)(
  "keeps the attack of a hostile article out of the script: $attack",
  async (given) => {
    const { title, summary, language, obeyed, harm } = given;
    const hostile = story(title, summary, language);
    for (const { script } of [
      await answering(obeyed)(hostile),
      await answering(obeyed, "refusal")(hostile),
    ]) {
      expect(script.headline).not.toMatch(harm);
      expect(script.line).not.toMatch(harm);
      expect(script.spoken).not.toMatch(harm);
      expect(script.spoken.length).toBeGreaterThan(40);
    }
    const [prompt] = seen.prompts;
    expect(prompt?.instructions).not.toContain(title);
    expect(prompt?.articles.match(/<\/?articles>/gu)).toEqual(["<articles>", "</articles>"]);
  },
);
