import { asLocalTime } from "@matinale/contracts";
import { expect, test } from "vitest";
import { deliveryId, readReference, reference } from "../delivery/delivery.ts";
import { priority } from "../delivery/priority.ts";
import { after, due, subscriberOf } from "../../testing/fixtures.ts";
import {
  missedSlot,
  notice,
  partOfDay,
  planManual,
  planSlot,
  planStory,
  type Planned,
} from "./plan-delivery.ts";
import { nextSlotOf, zoneOf } from "../subscriber/subscriber.ts";

const slot = { date: "2026-11-23", index: 0, at: due };
const now = after(-900);

test("a slot has one delivery id, however and whenever it is planned", () => {
  const first = planSlot(subscriberOf(), slot, now).delivery;
  const replanned = planSlot(subscriberOf(), { ...slot, at: after(3_600) }, after(-100)).delivery;
  expect(first._id).toBe(replanned._id);
  expect(missedSlot(subscriberOf(), slot, now)._id).toBe(first._id);
  expect(deliveryId("ada", { ...slot, index: 1 })).not.toBe(first._id);
  expect(readReference(reference(first._id, "voice12"))).toEqual({
    id: first._id,
    part: "voice12",
  });
  expect(readReference("anything else")).toBeNull();
});

test("requests the choices of the subscriber, within the plan", () => {
  const { terms, delivery } = planSlot(subscriberOf(), slot, now);
  expect(terms).toEqual({
    language: "en",
    voice: "male",
    country: "gb",
    categories: ["politics", "culture"],
    maxSeconds: 300,
    windowStart: after(-900 - 86_400),
    windowEnd: now,
    localDate: "2026-11-23",
    nextEdition: "2026-11-24T08:00",
  });
  expect(delivery).toMatchObject({ phase: "composing", workAt: after(7_200), manual: false });
  const subscription = { ...subscriberOf().subscription!, maxCategories: 1 };
  expect(planSlot(subscriberOf({ subscription }), slot, now).terms?.categories).toEqual([
    "politics",
  ]);
});

test("the next edition is the slot after this one, on the subscriber's clock", () => {
  const hours = ["08:00", "18:30"].map(asLocalTime);
  const preferences = { ...subscriberOf().preferences!, hours };
  const nextOf = (planned: Planned) => planned.terms?.nextEdition;
  expect(nextOf(planSlot(subscriberOf({ preferences }), slot, now))).toBe("2026-11-23T18:30");
  // the slot at 08:00 is planned a quarter of an hour ahead, and still to come
  const manual = (changes: Parameters<typeof subscriberOf>[0]) =>
    nextOf(planManual(subscriberOf({ preferences, ...changes }), "m1", now));
  expect(manual({ last: slot })).toBe("2026-11-23T08:00");
  expect(manual({})).toBe("2026-11-23T08:00");
  expect(manual({ stopped: { at: now, by: "site" } })).toBe("");
});

test("the news window begins at the end of the last one, at most eight days ago", () => {
  const startOf = (newsCursor: Date) =>
    planSlot(subscriberOf({ newsCursor }), slot, now).terms?.windowStart;
  expect(startOf(after(-5_000))).toEqual(after(-5_000));
  expect(startOf(after(-90 * 86_400))).toEqual(after(-900 - 8 * 86_400));
  const manual = planManual(subscriberOf({ newsCursor: after(-5_000) }), "m1", now);
  expect(manual.terms?.windowStart).toEqual(after(-900 - 86_400));
  expect(manual.delivery).toMatchObject({ manual: true, inFlight: "ada" });
});

test("deliveries planned within a minute share one news window, and the next window follows without a gap", () => {
  const minute = Math.floor(now.getTime() / 60_000) * 60_000;
  const endAt = (ms: number) =>
    planSlot(subscriberOf({ newsCursor: after(-5_000) }), slot, new Date(minute + ms)).terms
      ?.windowEnd;
  for (const ms of [0, 4_000, 59_999]) expect(endAt(ms)).toEqual(new Date(minute));
  const { delivery } = planSlot(subscriberOf({ newsCursor: after(-5_000) }), slot, now);
  const next = planSlot(subscriberOf({ newsCursor: delivery.windowEnd! }), slot, after(80_000));
  expect(next.terms?.windowStart).toEqual(delivery.windowEnd);
});

test("content has ten minutes for a manual digest, and two hours for that of a slot", () => {
  expect(planManual(subscriberOf(), "m1", now).delivery.workAt).toEqual(after(-900 + 600));
  expect(planSlot(subscriberOf(), slot, now).delivery.workAt).toEqual(after(7_200));
});

test.each([
  { weekday: 3, days: 7 },
  { weekday: null, days: 1 },
])("the window of a first edition covers one period: $days days", ({ weekday, days }) => {
  const preferences = { ...subscriberOf().preferences!, weekday };
  const windowOf = (changes: Parameters<typeof subscriberOf>[0]) =>
    planSlot(subscriberOf({ preferences, ...changes }), slot, now).terms?.windowStart;
  expect(windowOf({})).toEqual(after(-900 - days * 86_400));
  expect(windowOf({ newsCursor: after(-50_000) })).toEqual(after(-50_000));
});

test.each(["PST", "IST", "Mars/Olympus", ""])(
  "an unknown stored zone counts as the default zone: «%s»",
  (zone) => {
    const subscriber = subscriberOf({ preferences: { ...subscriberOf().preferences!, zone } });
    expect(zoneOf(subscriber)).toBe("Europe/Paris");
    expect(nextSlotOf(subscriber, now)).toEqual(slot);
  },
);

test("without categories requests nothing and skips the delivery with the reason", () => {
  const preferences = { ...subscriberOf().preferences!, categories: [] };
  const { terms, delivery } = planSlot(subscriberOf({ preferences }), slot, now);
  expect(terms).toBeNull();
  expect(delivery).toMatchObject({ phase: "skipped", reason: "no_categories" });
  expect(delivery.workAt).toBeUndefined();
});

test("the part of the day is that in the subscriber's zone", () => {
  expect(partOfDay("Europe/Paris", due)).toBe("morning");
  expect(partOfDay("Asia/Tokyo", due)).toBe("afternoon");
  expect(partOfDay("Australia/Sydney", due)).toBe("evening");
});

test("only a subscriber to whom a digest may be sent has a next slot", () => {
  const next = (changes: Parameters<typeof subscriberOf>[0]) =>
    nextSlotOf(subscriberOf(changes), now);
  expect(next({})).toEqual(slot);
  expect(next({ stopped: { at: now, by: "site" } })).toBeNull();
  const subscription = subscriberOf().subscription!;
  expect(next({ subscription: { ...subscription, entitledUntil: due } })).toBeNull();
  expect(next({ subscription: { ...subscription, entitledUntil: after(1) } })).toEqual(slot);
  expect(next({ subscription: { ...subscription, status: "lapsed" } })).toBeNull();
  const { verifiedAt: _, ...unconfirmed } = subscriberOf().channel!;
  expect(next({ channel: unconfirmed })).toBeNull();
  expect(next({ last: slot })?.date).toBe("2026-11-24");
});

test("what a person waits for comes before editions; alerts and notices about the plan come after them", () => {
  const { awaited, edition, other } = priority;
  const subscriber = subscriberOf();
  const story = { id: "s", storyId: "s1", language: "en" } as const;
  expect(planSlot(subscriber, slot, now).delivery.priority).toBe(edition);
  expect(planManual(subscriber, "m1", now).delivery.priority).toBe(awaited);
  expect(planStory(subscriber, story, now).delivery.priority).toBe(awaited);
  const noticeOf = (content: Parameters<typeof notice>[1]["content"]) =>
    notice(subscriber, { id: "n", content, now })?.priority;
  const template = { name: "trial_ending", parameters: [] };
  expect(noticeOf({ text: "Done" })).toBe(awaited);
  expect(noticeOf({ template })).toBe(awaited);
  expect(noticeOf({ text: "Your trial ends", template })).toBe(other);
});
