import { asLocalTime, asUserId } from "@matinale/contracts";
import { testProduct } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import {
  allowance,
  choicesOf,
  fixedWeekday,
  hasAlerts,
  hoursOf,
  newSubscriber,
  weekdayOf,
  withAlerts,
  withCategory,
  type Subscriber,
} from "./subscriber.ts";

/** A Wednesday evening in Paris, Thursday in Tokyo. */
const signedUpAt = new Date("2026-03-04T20:00:00Z");
const newcomer = newSubscriber(asUserId("ada"), signedUpAt);
const subscribed = (planId: number, limits: Partial<Subscriber["subscription"]> = {}) => ({
  ...newcomer,
  subscription: {
    version: 1,
    planId,
    editionsPerDay: 1,
    maxCategories: 3,
    breakingNewsAlerts: false,
    ...limits,
  },
});

test("gives the defaults when nothing is chosen", () => {
  expect(choicesOf(newcomer)).toEqual({
    language: "fr",
    country: "fr",
    timezone: "Europe/Paris",
    deliveryTime: "08:00",
    deliveryFrequency: "daily",
    breakingNewsAlerts: true,
    quietStart: "22:00",
    quietEnd: "07:00",
  });
});

test("uses the language of the sign-up until another is chosen", () => {
  const user = { version: 1, language: "en", signedUpAt } as const;
  expect(choicesOf({ ...newcomer, user }).language).toBe("en");
  expect(choicesOf({ ...newcomer, user, chosen: { language: "fr" } }).language).toBe("fr");
});

test("gives a new subscriber the limits of the trial before billing's first event", () => {
  expect(allowance(newcomer, testProduct)).toMatchObject({
    planId: 2,
    editionsPerDay: 2,
    maxCategories: 5,
    breakingNewsAlerts: false,
  });
});

test("takes the limits of the plan in force from billing's event", () => {
  const limits = { editionsPerDay: 4, maxCategories: 6, breakingNewsAlerts: true };
  expect(allowance(subscribed(3, limits), testProduct)).toMatchObject({
    planId: 3,
    editionsPerDay: 4,
    maxCategories: 6,
    breakingNewsAlerts: true,
  });
});

test("gives the limits of the smallest plan after a lapse", () => {
  const lapsed = subscribed(0, { editionsPerDay: 0, maxCategories: 0 });
  expect(allowance(lapsed, testProduct)).toMatchObject({
    planId: 1,
    editionsPerDay: 1,
    maxCategories: 3,
    breakingNewsAlerts: false,
  });
});

test("limits delivery hours to the plan", () => {
  const chosen = { deliveryFrequency: "twice_daily", deliveryTime: asLocalTime("07:00") } as const;
  expect(hoursOf({ ...newcomer, chosen }, testProduct)).toEqual(["07:00", "17:00"]);
  expect(hoursOf({ ...subscribed(1), chosen }, testProduct)).toEqual(["07:00"]);
});

test("sends weekly editions on the weekday of the sign-up in the subscriber's zone", () => {
  expect(weekdayOf(newcomer)).toBe(3);
  expect(weekdayOf({ ...newcomer, chosen: { timezone: "Asia/Tokyo" } })).toBe(4);
});

test("keeps the weekday of weekly editions when the zone changes", () => {
  const weekly = { ...newcomer, chosen: { deliveryFrequency: "weekly" } } as const;
  const moved = { ...newcomer, chosen: { ...weekly.chosen, timezone: "Asia/Tokyo" } };
  expect(fixedWeekday(newcomer, weekly)).toEqual({ weekday: 3 });
  expect(fixedWeekday(newcomer, moved)).toEqual({ weekday: 4 });
  // chosen before the weekday was stored
  expect(fixedWeekday(weekly, moved)).toEqual({ weekday: 3 });
  expect(fixedWeekday({ ...weekly, weekday: 3 }, { ...moved, weekday: 3 })).toEqual({});
  expect(weekdayOf({ ...moved, weekday: 3 })).toBe(3);
  const daily = { ...newcomer, chosen: { timezone: "Asia/Tokyo" } };
  expect(fixedWeekday(newcomer, daily)).toEqual({});
});

test("uses the default zone when the stored one is not known any more", () => {
  const outdated = { ...newcomer, chosen: { timezone: "JST" } };
  expect(choicesOf(outdated).timezone).toBe("Europe/Paris");
  expect(weekdayOf(outdated)).toBe(3);
});

test("takes the weekday from the sign-up, not from the first visit", () => {
  const user = {
    version: 1,
    language: "fr",
    signedUpAt: new Date("2026-03-01T12:00:00Z"),
  } as const;
  expect(weekdayOf({ ...newcomer, user })).toBe(7);
});

test("adds a category while the plan includes one more", () => {
  expect(withCategory({ ...subscribed(1), categories: [1, 4] }, 3, testProduct)).toEqual([1, 3, 4]);
});

test("refuses one category more than the plan includes", () => {
  expect(withCategory({ ...subscribed(1), categories: [1, 2, 3] }, 4, testProduct)).toBeNull();
});

test("changes nothing when a category is chosen again, even over the limit", () => {
  const many = { ...subscribed(1), categories: [1, 2, 3, 4, 5] };
  expect(withCategory(many, 5, testProduct)).toBe(many.categories);
});

test("has alerts only while they are wanted and in the plan", () => {
  const professional = subscribed(3, { breakingNewsAlerts: true });
  expect(hasAlerts(professional, testProduct)).toBe(true);
  expect(hasAlerts({ ...professional, chosen: { breakingNewsAlerts: false } }, testProduct)).toBe(
    false,
  );
  expect(hasAlerts(subscribed(2, { breakingNewsAlerts: false }), testProduct)).toBe(false);
  // stored before the field existed
  expect(hasAlerts(subscribed(3), testProduct)).toBe(false);
  expect(hasAlerts(newcomer, testProduct)).toBe(false);
});

test("turns alerts on or off only as of a later instant", () => {
  const off = { ...newcomer, ...withAlerts(newcomer, false, signedUpAt) };
  expect(choicesOf(off).breakingNewsAlerts).toBe(false);
  expect(withAlerts(off, true, signedUpAt)).toBeNull();
  expect(withAlerts(off, true, new Date(signedUpAt.getTime() - 1))).toBeNull();
  expect(withAlerts(off, true, new Date(signedUpAt.getTime() + 1))?.chosen).toEqual({
    breakingNewsAlerts: true,
  });
});

test("turns alerts off by the second of two messages in one second, once", () => {
  const on = { ...newcomer, ...withAlerts(newcomer, true, signedUpAt) };
  const off = withAlerts(on, false, signedUpAt);
  expect(off?.chosen).toEqual({ breakingNewsAlerts: false });
  expect(withAlerts({ ...on, ...off }, false, signedUpAt)).toBeNull();
});
