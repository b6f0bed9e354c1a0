import { asUserId } from "@matinale/contracts";
import { expect, test } from "vitest";
import { entitlementOf, startTrial, trialIsOver } from "./subscription.ts";

const signedUpAt = new Date("2026-10-20T09:30:00Z");
const trial = startTrial(asUserId("ada"), signedUpAt);

test("a trial lasts seven days from the sign-up, to the second, also over a change of clocks", () => {
  expect(trial.trialEndsAt).toEqual(new Date("2026-10-27T09:30:00Z"));
});

test("a trial is over at its end and not a moment before", () => {
  expect(trialIsOver(trial, new Date("2026-10-27T09:29:59.999Z"))).toBe(false);
  expect(trialIsOver(trial, new Date("2026-10-27T09:30:00Z"))).toBe(true);
});

test("what has lapsed does not end again", () => {
  expect(trialIsOver({ ...trial, status: "lapsed" }, new Date("2027-01-01"))).toBe(false);
});

test("a trial gives what Premium gives, until its end", () => {
  expect(entitlementOf(trial)).toEqual({
    planId: 2,
    until: trial.trialEndsAt,
    editionsPerDay: 2,
    maxCategories: 5,
    maxSeconds: 300,
  });
});

test("after the trial nothing is in force, since its end", () => {
  expect(entitlementOf({ ...trial, status: "lapsed" })).toEqual({
    planId: null,
    until: trial.trialEndsAt,
    editionsPerDay: 0,
    maxCategories: 0,
    maxSeconds: 0,
  });
});
