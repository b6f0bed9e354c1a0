import { expect, test } from "vitest";
import { waivedAt } from "./waiver.ts";

const createdAt = new Date("2026-03-10T10:00:00Z");
const inMinutes = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
const bought = { planId: 2, createdAt } as const;

test.each([
  ["with the call that created the subscription", -1],
  ["before the payment", 3],
  ["hours later, with the payment", 600],
])("counts a waiver that was given %s", (_case, minutes) => {
  const at = inMinutes(minutes);
  expect(waivedAt(bought, { 2: at })).toEqual(at);
});

test("does not count a waiver that was given for an earlier purchase of the same plan", () => {
  const january = new Date("2026-01-10T10:00:00Z");
  expect(waivedAt(bought, { 2: january })).toBeNull();
  expect(waivedAt(bought, { 2: inMinutes(-6) })).toBeNull();
});

test("does not count a waiver for another plan, and none that was not given", () => {
  expect(waivedAt(bought, { 3: createdAt })).toBeNull();
  expect(waivedAt(bought, undefined)).toBeNull();
});

test("counts every waiver for the plan when it is not known when the subscription was created", () => {
  const at = inMinutes(-100_000);
  expect(waivedAt({ planId: 2 }, { 2: at })).toEqual(at);
});
