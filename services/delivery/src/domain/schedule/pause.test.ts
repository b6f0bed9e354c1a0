import { asLocalTime } from "@matinale/contracts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dayAndTime } from "../conversation/conversation.ts";
import { subscriberOf } from "../../testing/fixtures.ts";
import { pauseEnd } from "./slot-instants.ts";
import { nextDue } from "./schedule.ts";
import {
  isStopped,
  nextSlotOf,
  obstacleToRequested,
  obstacleToScheduled,
  pausedPastEnd,
} from "../subscriber/subscriber.ts";

const paused = (from: Date, days: number) =>
  subscriberOf({
    stopped: { at: from, by: "phone", until: pauseEnd(from, days, "Europe/Paris") },
  });

test.each([
  // Before and after the digest of the day; across the end of daylight saving.
  ["2026-11-23T06:00:00Z", 3, "2026-11-26T07:00:00.000Z"],
  ["2026-11-23T10:00:00Z", 3, "2026-11-27T07:00:00.000Z"],
  // in reply to the digest, in its minute
  ["2026-11-23T07:00:40Z", 3, "2026-11-27T07:00:00.000Z"],
  ["2026-10-24T05:00:00Z", 1, "2026-10-25T07:00:00.000Z"],
  ["2026-10-24T05:30:00Z", 90, "2027-01-22T07:00:00.000Z"],
])("a pause from %s for %i days ends with the digest of %s", (from, days, back) => {
  expect(nextSlotOf(paused(new Date(from), days), new Date(from))?.at.toISOString()).toBe(back);
});

test("a pause skips exactly as many daily digests as it has days", () => {
  const moment = fc.date({
    min: new Date("2026-01-01"),
    max: new Date("2028-12-01"),
    noInvalidDate: true,
  });
  const schedule = { zone: "Europe/Paris", hours: [asLocalTime("08:00")], weekday: null };
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 30 }), (from, days) => {
      const back = nextSlotOf(paused(from, days), from)?.at ?? from;
      let skipped = 0;
      for (
        let slot = nextDue(schedule, null, from);
        slot !== null && slot.at < back;
        skipped += 1
      ) {
        slot = nextDue(schedule, slot, slot.at);
      }
      expect(skipped).toBe(days);
    }),
  );
});

test("a pause is longer than the plan only for a reader who could get editions after it", () => {
  const from = new Date("2026-11-23T10:00:00Z");
  const person = paused(from, 2);
  const { subscription } = person;
  const ending = { ...person, subscription: { ...subscription!, entitledUntil: from } };
  expect(pausedPastEnd(person, from)).toBe(false);
  expect(pausedPastEnd(ending, from)).toBe(true);
  // the number was unreachable and is disconnected
  expect(pausedPastEnd({ ...person, channel: undefined }, from)).toBe(false);
});

test("a pause stops scheduled digests, not manual ones, and ends by itself", () => {
  const from = new Date("2026-11-23T10:00:00Z");
  const person = paused(from, 2);
  const inside = new Date("2026-11-25T07:00:00Z");
  expect(obstacleToScheduled(person, inside)).toBe("stopped");
  expect(obstacleToRequested(person, inside)).toBeNull();
  expect(isStopped(person, new Date("2026-11-25T10:00:00Z"))).toBe(false);
  const stopped = subscriberOf({ stopped: { at: from, by: "phone" } });
  expect(obstacleToRequested(stopped, inside)).toBe("stopped");
});

test.each([
  ["2026-11-26T07:00:00Z", "Europe/Paris", "fr", "jeudi 26 novembre à 8\u00A0h"],
  ["2026-11-30T02:33:00Z", "Europe/Paris", "fr", "lundi 30 novembre à 3\u00A0h\u00A033"],
  ["2026-12-01T23:05:00Z", "Europe/Paris", "fr", "mercredi 2 décembre à 0\u00A0h\u00A005"],
  ["2026-12-01T07:00:00Z", "Europe/Paris", "fr", "mardi 1er décembre à 8\u00A0h"],
  ["2026-11-26T07:00:00Z", "Asia/Tokyo", "en", "Thursday 26 November at 4pm"],
  ["2026-11-26T08:30:00Z", "Europe/London", "en", "Thursday 26 November at 8.30am"],
  ["2026-11-26T12:00:00Z", "Europe/London", "en", "Thursday 26 November at 12pm"],
  ["2026-11-26T00:05:00Z", "Europe/London", "en", "Thursday 26 November at 12.05am"],
] as const)("writes %s in %s in %s as %s", (at, zone, language, words) => {
  expect(dayAndTime(new Date(at), zone, language)).toBe(words);
});
