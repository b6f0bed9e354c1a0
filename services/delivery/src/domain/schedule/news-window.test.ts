import { expect, test } from "vitest";
import { after, due, subscriberOf } from "../../testing/fixtures.ts";
import { afterEdition } from "./news-window.ts";
import { planSlot } from "./plan-delivery.ts";

const slot = { date: "2026-11-23", index: 0, at: due };
const startWith = (toldUntil: Date | undefined, underWayUntil: Date | undefined) => {
  const told = toldUntil === undefined ? {} : { toldUntil };
  return planSlot(afterEdition(subscriberOf(told), underWayUntil), slot, after(-900)).terms
    ?.windowStart;
};

test("news begin where those of the edition under way end", () => {
  expect(startWith(after(-90_000), after(-1_200))).toEqual(after(-1_200));
  expect(startWith(undefined, after(-1_200))).toEqual(after(-1_200));
});

test("without an edition under way, or with an older one, news begin after what was told", () => {
  expect(startWith(after(-5_000), undefined)).toEqual(after(-5_000));
  expect(startWith(after(-5_000), after(-9_000))).toEqual(after(-5_000));
});
