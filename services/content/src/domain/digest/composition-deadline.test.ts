import { expect, test } from "vitest";
import {
  canWait,
  manualCanWait,
  manualDeadlineMs,
  scheduledDeadlineMs,
} from "./composition-deadline.ts";

const due = new Date("2026-11-21T08:00:00Z");
const before = (seconds: number) => new Date(due.getTime() - seconds * 1_000);

test.each([
  [900, 120_000],
  [130, 120_000],
  [100, 90_000],
  [60, 50_000],
  [41, 31_000],
  [20, 30_000],
  [0, 30_000],
  [-300, 30_000],
])("composed %i s before it is due, a digest waits %i ms for its audio", (seconds, ms) => {
  expect(scheduledDeadlineMs(due, before(seconds))).toBe(ms);
});

test("never waits beyond the promised minute", () => {
  for (let seconds = 900; seconds >= -60; seconds -= 1) {
    const ready = before(seconds).getTime() + scheduledDeadlineMs(due, before(seconds));
    expect(ready - due.getTime()).toBeLessThanOrEqual(
      seconds >= 0 ? 30_000 : 30_000 - seconds * 1_000,
    );
  }
});

test("composes an incomplete digest again only while there is time", () => {
  expect(canWait(due, before(46))).toBe(true);
  expect(canWait(due, before(45))).toBe(false);
  expect(canWait(due, before(-10))).toBe(false);
});

test.each([
  [0, 21_000],
  [3, 18_000],
  [16, 5_000],
  [300, 5_000],
  [-2, 21_000],
])("%i s after its request, a manual digest waits %i ms for its audio", (seconds, ms) => {
  expect(manualDeadlineMs(due, before(-seconds))).toBe(ms);
});

test("composes a manual digest again only while its reader waits", () => {
  expect(manualCanWait(due, before(-20))).toBe(true);
  expect(manualCanWait(due, before(-21))).toBe(false);
});
