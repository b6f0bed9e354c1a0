import { expect, test } from "vitest";
import type { Verdict } from "../src/breaking/index.ts";
import { falseAlertsAWeek, replayDays } from "./replayed-days.ts";

test("raises at most one false alert a week on the replayed days, and misses at most two events", () => {
  const replay = replayDays();
  expect(replay.days).toBeGreaterThanOrEqual(14);
  const wrong = replay.alerts.filter(({ right }) => !right).map(({ title }) => title);
  expect([falseAlertsAWeek(replay) <= 1, wrong]).toEqual([true, wrong]);
  expect([replay.missed.length <= 2, replay.missed]).toEqual([true, replay.missed]);
  // the ordinary days have traps, and each is seen
  const count = (verdict: Verdict) => replay.verdicts.filter((each) => each === verdict).length;
  expect(count("expected")).toBeGreaterThan(10);
  expect(count("slow")).toBeGreaterThan(5);
  expect(count("repeated")).toBeGreaterThan(0);
});
