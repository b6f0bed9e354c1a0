import { expect, test } from "vitest";
import { canWait, deadlineMs, hasTime, missedUntil, retryPauseMs } from "./composition-deadline.ts";

const due = new Date("2026-11-21T08:00:00Z");
const before = (seconds: number) => new Date(due.getTime() - seconds * 1_000);

test.each([
  [900, 30_000],
  [35, 30_000],
  [30, 25_000],
  [20, 15_000],
  [15, 10_000],
  [5, 10_000],
  [0, 10_000],
  [-3, 7_000],
  [-5, 5_000],
  [-300, 5_000],
])("composed %i s before it is due, a digest waits %i ms for its audio", (seconds, ms) => {
  expect(deadlineMs("scheduled", due, before(seconds))).toBe(ms);
});

test("a digest that is composed by its due instant is ready within the promised minute", () => {
  for (let seconds = 900; seconds >= 0; seconds -= 1) {
    const ready = before(seconds).getTime() + deadlineMs("scheduled", due, before(seconds));
    expect(ready - due.getTime()).toBeLessThanOrEqual(10_000);
  }
});

test("a digest that is composed again has time for its audio and is ready 5 s before it is due", () => {
  for (let seconds = 900; canWait(due, before(seconds)); seconds -= 1) {
    for (const attempts of [1, 3, 100]) {
      const pauseMs = retryPauseMs(attempts, due, before(seconds));
      const again = new Date(before(seconds).getTime() + pauseMs);
      expect(hasTime("scheduled", due, again)).toBe(true);
      const wait = deadlineMs("scheduled", due, again);
      expect(wait).toBeGreaterThanOrEqual(10_000);
      expect(again.getTime() + wait).toBeLessThanOrEqual(due.getTime() - 5_000);
    }
  }
});

test("composes an incomplete digest again only while there is time", () => {
  expect(canWait(due, before(21))).toBe(true);
  expect(canWait(due, before(20))).toBe(false);
  expect(hasTime("scheduled", due, before(16))).toBe(true);
  expect(hasTime("scheduled", due, before(15))).toBe(false);
  expect(hasTime("scheduled", due, before(-10))).toBe(false);
});

test.each([
  [0, 21_000],
  [3, 18_000],
  [16, 5_000],
  [300, 5_000],
  [-2, 21_000],
])("%i s after its request, a manual digest waits %i ms for its audio", (seconds, ms) => {
  expect(deadlineMs("manual", due, before(-seconds))).toBe(ms);
});

test("composes a manual digest again only while its reader waits", () => {
  expect(hasTime("manual", due, before(-20))).toBe(true);
  expect(hasTime("manual", due, before(-21))).toBe(false);
});

test.each([
  ["scheduled" as const, 2 * 60 + 15],
  ["manual" as const, 10],
])("a %s digest is missed %i minutes after its due instant", (kind, minutes) => {
  expect(missedUntil(kind, before(-minutes * 60))).toEqual(due);
});
