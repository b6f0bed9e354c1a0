import { asLocalTime } from "@matinale/contracts";
import { describe, expect, test } from "vitest";
import { due, readyDigest, subscriberOf } from "../../testing/fixtures.ts";
import { rank } from "../delivery/delivery.ts";
import { priority } from "../delivery/priority.ts";
import { planAlert } from "../schedule/plan-delivery.ts";
import type { Subscriber } from "../subscriber/subscriber.ts";
import { type Alert, coveredStories, isQuiet, suppression } from "./alert.ts";

const audioPart = (sha256: string) => ({
  mediaKey: sha256,
  sha256,
  mime: "audio/ogg",
  bytes: 10,
  durationMs: 25_000,
});
const alert: Alert = {
  _id: "event",
  category: "politics",
  countries: ["gb"],
  storyIds: ["s1", "s2"],
  detectedAt: due,
  versions: [
    {
      language: "en",
      title: "Minister *resigns*",
      text: "Breaking news: …",
      notes: [
        { voice: "female", audio: [audioPart("female")] },
        { voice: "male", audio: [audioPart("male")] },
      ],
    },
  ],
};
const quiet = { start: asLocalTime("22:00"), end: asLocalTime("07:00") };
const { preferences } = subscriberOf();
const reader = (changes: Partial<NonNullable<Subscriber["preferences"]>> = {}) =>
  subscriberOf({ preferences: { ...preferences!, alerts: true, quiet, ...changes } });
const day = (changes: Partial<Parameters<typeof suppression>[2]> = {}) => ({
  covered: new Set<string>(),
  today: 0,
  now: due,
  ...changes,
});

test.each([
  ["22:00", "07:00", "21:59", false],
  ["22:00", "07:00", "22:00", true],
  ["22:00", "07:00", "00:00", true],
  ["22:00", "07:00", "06:59", true],
  ["22:00", "07:00", "07:00", false],
  ["12:00", "14:00", "12:00", true],
  ["12:00", "14:00", "14:00", false],
  ["12:00", "14:00", "23:00", false],
  ["08:00", "08:00", "08:00", false],
  ["00:00", "23:59", "12:00", true],
])("quiet from %s to %s, at %s: %s", (start, end, time, expected) => {
  expect(isQuiet({ start, end }, time)).toBe(expected);
});

describe("suppression", () => {
  test("lets an alert pass to a reader of its category and country", () => {
    expect(suppression(alert, reader(), day())).toBeNull();
    const world = { ...alert, countries: ["us", "international"] };
    expect(suppression(world, reader(), day())).toBeNull();
  });

  test.each([
    ["category", reader({ categories: ["culture"] }), day()],
    ["country", reader({ country: "fr" }), day()],
    ["alerts_off", reader({ alerts: false }), day()],
    // 08:00 in Paris, 23:00 in Los Angeles
    ["quiet_hours", reader({ zone: "America/Los_Angeles" }), day()],
    ["already_covered", reader(), day({ covered: new Set(["s2"]) })],
    ["daily_limit", reader(), day({ today: 2 })],
    ["stopped", { ...reader(), stopped: { at: due, by: "phone" } }, day()],
    ["stopped", { ...reader(), stopped: { at: due, by: "site" } }, day()],
    ["not_connected", { ...reader(), channel: undefined }, day()],
    // cancelled, and the paid month has ended
    [
      "not_entitled",
      { ...reader(), subscription: { ...subscriberOf().subscription!, entitledUntil: due } },
      day(),
    ],
  ] as const)("says %s", (reason, subscriber, context) => {
    expect(suppression(alert, subscriber, context)).toBe(reason);
  });

  test("counts only the categories that the plan includes", () => {
    const { subscription } = subscriberOf();
    const smaller = { ...reader(), subscription: { ...subscription!, maxCategories: 0 } };
    expect(suppression(alert, smaller, day())).toBe("category");
  });
});

describe("coveredStories", () => {
  const digest = readyDigest({ storyIds: ["a", "b", "more"], stories: 2 });

  test("an edition covers its stories once its sending has started, without those of MORE", () => {
    const early = new Date(digest.dueAt.getTime() - 60_000);
    expect(coveredStories(digest, early)).toEqual([]);
    const sent = { form: "text", rank: rank.sending, attempt: 1 } as const;
    const started = { ...digest, parts: { ...digest.parts, text0: sent } };
    expect(coveredStories(started, early)).toEqual(["a", "b"]);
  });

  test("an edition whose messages failed covers no story, one with an unknown outcome may have arrived", () => {
    const failedBy = (reason: "unreachable" | "unknown_outcome") => {
      const failure = { reason, code: 0, at: due };
      const text0 = { form: "text", rank: rank.sent, attempt: 1, failure } as const;
      return { ...digest, phase: "failed", parts: { ...digest.parts, text0 } } as const;
    };
    expect(coveredStories(failedBy("unreachable"), digest.dueAt)).toEqual([]);
    expect(coveredStories(failedBy("unknown_outcome"), digest.dueAt)).toEqual(["a", "b"]);
  });

  test("an edition that is due and waits for the rate covers its stories", () => {
    expect(coveredStories(digest, digest.dueAt)).toEqual(["a", "b"]);
    expect(coveredStories({ ...digest, phase: "skipped" }, digest.dueAt)).toEqual([]);
  });
});

test("plans one delivery for a person and an alert, in the language and voice of the person", () => {
  const planned = planAlert(reader(), alert, { date: "2026-11-23", number: 1 }, due);
  expect(planned).toMatchObject({
    kind: "alert",
    phase: "ready",
    language: "en",
    headline: "Minister resigns",
    texts: ["Breaking news: …"],
    audio: [{ sha256: "male" }],
    coveredCategories: ["politics"],
    priority: priority.other,
    alertDay: "ada|2026-11-23|1",
    workAt: due,
  });
  expect(Object.keys(planned?.parts ?? {})).toEqual(["text0", "voice0"]);
  const again = planAlert(reader(), alert, { date: "2026-11-24", number: 2 }, due);
  expect(again?._id).toBe(planned?._id);
  expect(planAlert(reader({ language: "fr" }), alert, { date: "", number: 1 }, due)).toBeNull();
});

test("plans an alert without a voice note as text", () => {
  const [version] = alert.versions;
  const silent = { ...alert, versions: [{ ...version!, notes: [] }] };
  const planned = planAlert(reader(), silent, { date: "2026-11-23", number: 1 }, due);
  expect(Object.keys(planned?.parts ?? {})).toEqual(["text0"]);
});
