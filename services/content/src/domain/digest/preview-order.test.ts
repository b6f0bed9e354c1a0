import { planById } from "@matinale/contracts";
import { testProduct } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { entitled, previewOrder } from "./preview-order.ts";

const now = new Date("2026-11-21T12:30:00Z");
const trial = planById(testProduct, 2).limits;
const preferences = {
  language: "en",
  country: "gb",
  timezone: "America/New_York",
  categories: ["politics", "economy", "technology", "sports"],
} as const;

test("previews the last 24 hours with the subscriber's choices, within the plan", () => {
  const order = previewOrder(
    {
      user: { language: "fr", voice: "male" },
      preferences,
      subscription: { maxSeconds: 180, maxCategories: 3, entitledUntil: null },
    },
    trial,
    now,
  );
  expect(order).toEqual({
    language: "en",
    voice: "male",
    country: "gb",
    categories: ["politics", "economy", "technology"],
    maxSeconds: 180,
    windowStart: new Date("2026-11-20T12:30:00Z"),
    windowEnd: now,
    partOfDay: "morning",
    localDate: "2026-11-21",
  });
});

test("uses defaults for a subscriber without known choices", () => {
  expect(previewOrder({}, trial, now)).toMatchObject({
    language: "fr",
    voice: "female",
    country: "fr",
    maxSeconds: 300,
  });
  expect(previewOrder({}, trial, now).categories).toHaveLength(5);
  expect(previewOrder({ user: { language: "en", voice: "male" } }, trial, now).language).toBe("en");
});

const localTime = (timezone: string, at = now) => {
  const order = previewOrder({ preferences: { ...preferences, timezone } }, trial, at);
  return [order.localDate, order.partOfDay];
};

test("takes the date and the part of the day from the subscriber's zone", () => {
  expect(localTime("Europe/Paris")).toEqual(["2026-11-21", "afternoon"]);
  expect(localTime("Asia/Tokyo")).toEqual(["2026-11-21", "evening"]);
  const midnight = new Date("2026-11-21T15:10:00Z");
  expect(localTime("Asia/Tokyo", midnight)).toEqual(["2026-11-22", "morning"]);
});

test("entitles a subscriber without a known subscription, but not one whose subscription has lapsed", () => {
  const subscription = { maxSeconds: 0, maxCategories: 0, entitledUntil: now };
  expect(entitled({ subscription }, now)).toBe(false);
  expect(entitled({ subscription }, new Date(now.getTime() - 1))).toBe(true);
  expect(entitled({}, now)).toBe(true);
});

test("uses the time in Paris when the stored zone is unknown", () => {
  for (const timezone of ["", "Mars/Olympus_Mons", "+25:00"]) {
    expect(localTime(timezone)).toEqual(["2026-11-21", "afternoon"]);
  }
});
