import { expect, test } from "vitest";
import { falseAlertsAWeek, replayDays } from "./replayed-days.ts";

test("raises at most one false alert a week on the replayed days, and misses at most two events", () => {
  const replay = replayDays();
  expect(replay.days).toBeGreaterThanOrEqual(14);
  const wrong = replay.alerts.filter(({ right }) => !right).map(({ title }) => title);
  expect([falseAlertsAWeek(replay) <= 1, wrong]).toEqual([true, wrong]);
  expect([replay.missed.length <= 2, replay.missed]).toEqual([true, replay.missed]);
  // the ordinary days have traps, and each is seen
  expect(replay.verdicts.expected).toBeGreaterThan(10);
  expect(replay.verdicts.slow).toBeGreaterThan(5);
  expect(replay.verdicts.repeated).toBeGreaterThan(0);
});
