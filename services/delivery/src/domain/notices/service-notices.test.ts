import { describe, expect, test } from "vitest";
import { subscriberOf } from "../../testing/fixtures.ts";
import { afterNotice, nextNotice } from "./service-notices.ts";
import type { Subscriber } from "../subscriber/subscriber.ts";

const end = new Date("2026-11-30T10:00:00Z");
const hours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000);
type Subscription = NonNullable<Subscriber["subscription"]>;
const person = (status: string, changes: Partial<Subscriber> = {}) =>
  subscriberOf({
    subscription: {
      ...(subscriberOf().subscription as Subscription),
      status,
      entitledUntil: end,
      trialEndsAt: status === "trialing" ? end : hours(end, -2_000),
    },
    ...changes,
  });
/** Everything that is said from `from` on, as the job says it. */
function said(subscriber: Subscriber, from: Date): string[] {
  const names: string[] = [];
  let now = from;
  let noticed: string[] = [];
  for (;;) {
    const next = nextNotice({ ...subscriber, noticed }, now);
    if (next === null || names.length > 5) return names;
    now = next.at > now ? next.at : now;
    names.push(`${next.name} ${next.at.toISOString()}`);
    noticed = afterNotice(noticed, next);
  }
}

describe("a trial", () => {
  test("is announced a day before its end, and its end is told once", () => {
    expect(said(person("trialing"), hours(end, -160))).toEqual([
      "trial_ending 2026-11-29T10:00:00.000Z",
      "trial_ended 2026-11-30T10:00:00.000Z",
    ]);
  });

  test("that is nearly over is told of at its end only", () => {
    expect(said(person("trialing"), hours(end, -5))).toEqual([
      "trial_ended 2026-11-30T10:00:00.000Z",
    ]);
  });

  test("has one end, whether the lapse is told of or not", () => {
    const before = nextNotice(person("trialing"), hours(end, -1));
    const lapsed = person("lapsed");
    const trial = { ...lapsed.subscription, trialEndsAt: end } as Subscription;
    expect(nextNotice({ ...lapsed, subscription: trial }, hours(end, 1))).toEqual(before);
  });
});

test("a failed payment is told at once, then the end of the days of grace", () => {
  const now = hours(end, -100);
  expect(said(person("past_due"), now)).toEqual([
    `payment_problem ${now.toISOString()}`,
    "plan_ended 2026-11-30T10:00:00.000Z",
  ]);
});

test.each(["canceled", "active", "lapsed"])("a plan that is %s ends with a word", (status) => {
  expect(said(person(status), hours(end, 1))).toEqual(["plan_ended 2026-11-30T10:00:00.000Z"]);
});

test("nothing is said of an end long ago, without an end, without consent, or after STOP", () => {
  expect(nextNotice(person("lapsed"), hours(end, 49))).toBeNull();
  expect(nextNotice(subscriberOf(), end)).toBeNull();
  const { verifiedAt: _, ...unconfirmed } = subscriberOf().channel as NonNullable<
    Subscriber["channel"]
  >;
  expect(nextNotice(person("trialing", { channel: unconfirmed }), end)).toBeNull();
  const stopped = { at: hours(end, -3), by: "phone" } as const;
  expect(nextNotice(person("lapsed", { stopped }), end)).toBeNull();
  const paused = { ...stopped, until: hours(end, 50) };
  expect(nextNotice(person("lapsed", { stopped: paused }), end)).not.toBeNull();
});
