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
/** All notices from `from` on, as the worker sends them. */
function noticesOf(subscriber: Subscriber, from: Date): string[] {
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
  test("gets a notice a day before its end and one at its end", () => {
    expect(noticesOf(person("trialing"), hours(end, -160))).toEqual([
      "trial_ending 2026-11-29T10:00:00.000Z",
      "trial_ended 2026-11-30T10:00:00.000Z",
    ]);
  });

  test("that ends within hours gets a notice at its end only", () => {
    expect(noticesOf(person("trialing"), hours(end, -5))).toEqual([
      "trial_ended 2026-11-30T10:00:00.000Z",
    ]);
  });

  test("gets the same notice at its end before and after the event of the lapse", () => {
    const before = nextNotice(person("trialing"), hours(end, -1));
    const lapsed = person("lapsed");
    const trial = { ...lapsed.subscription, trialEndsAt: end } as Subscription;
    expect(nextNotice({ ...lapsed, subscription: trial }, hours(end, 1))).toEqual(before);
  });
});

test("a failed payment gets a notice at once and one at the end of the grace period", () => {
  const now = hours(end, -100);
  expect(noticesOf(person("past_due"), now)).toEqual([
    `payment_problem ${now.toISOString()}`,
    "plan_ended 2026-11-30T10:00:00.000Z",
  ]);
});

test.each(["canceled", "active", "lapsed"])(
  "a plan that is %s gets a notice at its end",
  (status) => {
    expect(noticesOf(person(status), hours(end, 1))).toEqual([
      "plan_ended 2026-11-30T10:00:00.000Z",
    ]);
  },
);

test("sends no notice about an old end, without an end, without consent, or after STOP", () => {
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
