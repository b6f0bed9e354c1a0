import { asLocalTime } from "@matinale/contracts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dayAndTime } from "../conversation/conversation.ts";
import { subscriberOf } from "../../testing/fixtures.ts";
import { changeOfSending, pauseEnd, type SendingChange } from "./pause.ts";
import { nextDue } from "./schedule.ts";
import { isStopped, nextSlotOf, obstacle, type Subscriber } from "../subscriber/subscriber.ts";

const paused = (from: Date, days: number) =>
  subscriberOf({
    stopped: { at: from, by: "phone", until: pauseEnd(from, days, "Europe/Paris") },
  });

test.each([
  // Before the digest of the day, and after it; across the end of summer time.
  ["2026-11-23T06:00:00Z", 3, "2026-11-26T07:00:00.000Z"],
  ["2026-11-23T10:00:00Z", 3, "2026-11-27T07:00:00.000Z"],
  ["2026-10-24T05:00:00Z", 1, "2026-10-25T07:00:00.000Z"],
  ["2026-10-24T05:30:00Z", 90, "2027-01-22T07:00:00.000Z"],
])("a pause said at %s for %i days ends with the digest of %s", (from, days, back) => {
  expect(nextSlotOf(paused(new Date(from), days), new Date(from))?.at.toISOString()).toBe(back);
});

test("a pause leaves out exactly as many daily digests as it has days", () => {
  const moment = fc.date({
    min: new Date("2026-01-01"),
    max: new Date("2028-12-01"),
    noInvalidDate: true,
  });
  const schedule = { zone: "Europe/Paris", hours: [asLocalTime("08:00")], weekday: null };
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 30 }), (from, days) => {
      const back = nextSlotOf(paused(from, days), from)?.at ?? from;
      let leftOut = 0;
      for (
        let slot = nextDue(schedule, null, from);
        slot !== null && slot.at < back;
        leftOut += 1
      ) {
        slot = nextDue(schedule, slot, slot.at);
      }
      // A pause that is said within the digest's own minute may count that digest or not.
      expect(Math.abs(leftOut - days)).toBeLessThanOrEqual(from.getUTCSeconds() === 0 ? 0 : 1);
    }),
  );
});

test("a pause holds back what comes by itself, not what is asked for, and ends by itself", () => {
  const from = new Date("2026-11-23T10:00:00Z");
  const person = paused(from, 2);
  const inside = new Date("2026-11-25T07:00:00Z");
  expect(obstacle(person, inside, false)).toBe("stopped");
  expect(obstacle(person, inside, true)).toBeNull();
  expect(isStopped(person, new Date("2026-11-25T10:00:00Z"))).toBe(false);
  const stopped = subscriberOf({ stopped: { at: from, by: "phone" } });
  expect(obstacle(stopped, inside, true)).toBe("stopped");
});

test("dates are written as people say them", () => {
  const at = new Date("2026-11-26T07:00:00Z");
  expect(dayAndTime(at, "Europe/Paris", "fr")).toBe("jeudi 26 novembre à 08:00");
  expect(dayAndTime(at, "Asia/Tokyo", "en")).toBe("Thursday 26 November at 16:00");
});

interface Said {
  command: SendingChange;
  id: string;
  at: Date;
}

const said = (name: SendingChange["name"], second: number): Said => ({
  command: { name, days: 2 },
  id: `${name}-${second}`,
  at: new Date(Date.parse("2026-11-23T10:00:00Z") + second * 1_000),
});

function afterAll(messages: readonly Said[]): Subscriber["stopped"] {
  let subscriber = subscriberOf({});
  for (const message of messages) {
    const change = changeOfSending(message.command, message, subscriber);
    if (change === null) continue;
    const { stopped: before, ...rest } = subscriber;
    const stopped = change.stopped === undefined ? before : (change.stopped ?? undefined);
    subscriber = {
      ...rest,
      channel: change.channel,
      ...(stopped === undefined ? {} : { stopped }),
    };
  }
  return subscriber.stopped;
}

test("a PAUSE that is processed before an earlier STOP does not soften it", () => {
  const [stop, pause] = [said("stop", 1), said("pause", 2)];
  expect(afterAll([pause, stop])).toEqual({ at: stop.at, by: "phone" });
  expect(afterAll([pause, stop, pause, stop])).toEqual({ at: stop.at, by: "phone" });
});

test("START, STOP and PAUSE give the same result in every order of processing", () => {
  const names = fc.array(fc.constantFrom("start", "stop", "pause" as const), { maxLength: 6 });
  const sent = names.map((list) => list.map((name, second) => said(name, second)));
  const shuffled = sent.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([list, mixed]) => {
      expect(afterAll(mixed)).toEqual(afterAll(list));
      expect(afterAll([...mixed, ...list])).toEqual(afterAll(list));
    }),
  );
});
