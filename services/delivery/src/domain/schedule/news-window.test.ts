import { expect, test } from "vitest";
import { after, due, subscriberOf } from "../../testing/fixtures.ts";
import { afterEdition } from "./news-window.ts";
import { planManual, planSlot } from "./plan-delivery.ts";

const slot = { date: "2026-11-23", index: 0, at: due };
const startWith = (newsCursor: Date | undefined, underWayUntil: Date | undefined) => {
  const cursor = newsCursor === undefined ? {} : { newsCursor };
  return planSlot(afterEdition(subscriberOf(cursor), underWayUntil), slot, after(-900)).terms
    ?.windowStart;
};

test("the news window begins at the end of the edition in progress", () => {
  expect(startWith(after(-90_000), after(-1_200))).toEqual(after(-1_200));
  expect(startWith(undefined, after(-1_200))).toEqual(after(-1_200));
});

test("without an edition in progress, or with an older one, the news window begins at the cursor", () => {
  expect(startWith(after(-5_000), undefined)).toEqual(after(-5_000));
  expect(startWith(after(-5_000), after(-9_000))).toEqual(after(-5_000));
});

test("gives manual digests of one minute one window, which covers the news of that minute", () => {
  const windowAt = (now: string) => {
    const { delivery, terms } = planManual(subscriberOf(), "m1", new Date(now));
    expect(delivery.windowEnd).toEqual(terms?.windowEnd);
    expect(delivery.dueAt).toEqual(new Date(now));
    return [terms?.windowStart.toISOString(), terms?.windowEnd.toISOString()];
  };
  const window = ["2026-11-22T08:01:00.000Z", "2026-11-23T08:01:00.000Z"];
  expect(windowAt("2026-11-23T08:00:00.001Z")).toEqual(window);
  expect(windowAt("2026-11-23T08:00:59.999Z")).toEqual(window);
  expect(windowAt("2026-11-23T08:01:00.000Z")).toEqual(window);
  expect(windowAt("2026-11-23T08:01:00.001Z")).not.toEqual(window);
});
