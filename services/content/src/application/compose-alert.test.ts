import type { Language, Voice } from "@matinale/contracts";
import { silentLogger } from "@matinale/kit/testing";
import type { Story } from "@matinale/newsroom";
import { extractiveScript } from "@matinale/newsroom/summary";
import { articleStory } from "@matinale/newsroom/testing";
import { beforeEach, expect, test, vi } from "vitest";
import { SpeechError } from "../domain/speech.ts";
import type { AlertStore, LeasedAlert } from "../store/alerts.ts";
import { composeAlert, type AlertDeps } from "./compose-alert.ts";

const stories: Record<Language, Story> = {
  fr: articleStory(
    "fr",
    "Incendie à la raffinerie de Kerlouan",
    "Un feu s’est déclaré lundi matin dans la raffinerie de Kerlouan. Deux ouvriers sont brûlés.",
  ),
  en: articleStory(
    "en",
    "Fire at Kerlouan refinery",
    "A fire broke out at the refinery of Kerlouan on Monday morning. Two workers are hurt.",
  ),
};
const finish = vi.fn<AlertStore["finish"]>(() => Promise.resolve(true));
const postpone = vi.fn<AlertStore["postpone"]>(() => Promise.resolve());
const spoken: string[] = [];
const waits: number[] = [];
let wanted: Map<Language, Voice[]>;
let speech: (voice: Voice) => void;

const deps: AlertDeps = {
  alerts: { claim: () => Promise.resolve(null), finish, postpone },
  stories: {
    one: (id, language) => Promise.resolve(id === "both" ? stories[language] : null),
    areWithdrawn: (ids) => Promise.resolve(ids.includes("withdrawn")),
  },
  subscribers: { voicesOfAlerts: () => Promise.resolve(wanted) },
  scripts: {
    all: (all) => Promise.resolve(new Map(all.map((one) => [one.id, extractiveScript(one)]))),
  },
  audioAssembler: {
    assembleText: ({ text, voice }, { ms }) => {
      waits.push(ms);
      speech(voice);
      spoken.push(`${voice}: ${text}`);
      const part = { mediaKey: "key", mime: "audio/ogg", bytes: 1, durationMs: 24_000 };
      return Promise.resolve([part]);
    },
  },
  shortLinks: { shorten: () => Promise.resolve((url) => url) },
  logger: silentLogger,
};
const alert = (ageMs: number, change: Partial<LeasedAlert> = {}): LeasedAlert => ({
  _id: "both",
  storyIds: ["both"],
  category: "politics",
  countries: ["fr"],
  detectedAt: new Date(Date.now() - ageMs),
  state: "raised",
  nextAttemptAt: new Date(),
  lease: { token: "t", until: new Date(Date.now() + 60_000) },
  ...change,
});

beforeEach(() => {
  finish.mockClear();
  postpone.mockClear();
  spoken.splice(0);
  wanted = new Map([
    ["fr", ["female"]],
    ["en", ["female", "male"]],
  ]);
  speech = () => undefined;
});

test("speaks each voice in use once, in its language", async () => {
  await composeAlert(alert(1_000), deps);
  expect(finish).toHaveBeenCalledExactlyOnceWith(expect.anything(), "published", [
    expect.objectContaining({ topic: "alert.raised", key: "both" }),
  ]);
  expect(spoken.map((text) => text.slice(0, 21)).toSorted()).toEqual([
    "female: Alerte info. ",
    "female: Breaking news",
    "male: Breaking news. ",
  ]);
});

test("is composed again while a voice fails, and published without it once it is 25 seconds old", async () => {
  speech = (voice) => {
    if (voice === "male") throw new SpeechError("transient", "no");
  };
  await composeAlert(alert(1_000), deps);
  expect(finish).not.toHaveBeenCalled();
  expect(postpone).toHaveBeenCalledOnce();
  await composeAlert(alert(25_000), deps);
  expect(finish).toHaveBeenCalledWith(expect.anything(), "published", expect.anything());
});

test("waits for its voices until it is 30 seconds old", async () => {
  for (const [ageMs, expected] of [
    [0, 20_000],
    [20_000, 10_000],
    [40_000, 5_000],
  ] as const) {
    waits.splice(0);
    await composeAlert(alert(ageMs), deps);
    expect(Math.round((waits[0] ?? 0) / 1_000) * 1_000).toBe(expected);
  }
});

test("is not published when one of its stories is withdrawn", async () => {
  await composeAlert(alert(1_000, { storyIds: ["both", "withdrawn"] }), deps);
  expect(finish).toHaveBeenCalledExactlyOnceWith(expect.anything(), "withdrawn", []);
  expect(spoken).toEqual([]);
});

test("is published as text without a speech provider", async () => {
  await composeAlert(alert(1_000), { ...deps, audioAssembler: null });
  expect(finish).toHaveBeenCalledWith(expect.anything(), "published", expect.anything());
});

test("is not published when no subscriber wants it, or no outlet reports it in their language", async () => {
  wanted = new Map();
  await composeAlert(alert(1_000), deps);
  expect(finish).toHaveBeenLastCalledWith(expect.anything(), "unwanted", []);
  wanted = new Map([["fr", ["female"]]]);
  await composeAlert(alert(1_000, { storyIds: ["gone"] }), deps);
  expect(finish).toHaveBeenLastCalledWith(expect.anything(), "unwanted", []);
});

test("is retried after an error, and given up after ten minutes", async () => {
  speech = () => {
    throw new Error("the database is away");
  };
  await composeAlert(alert(1_000), deps);
  expect(postpone).toHaveBeenCalledOnce();
  await composeAlert(alert(11 * 60_000), deps);
  expect(finish).toHaveBeenLastCalledWith(expect.anything(), "failed", []);
});
