import { asUserId } from "@matinale/contracts";
import { expect, test } from "vitest";
import { entitlementOf, graceEnd, inForce, statusAt, startTrial } from "./subscription.ts";
import type { PaidSubscription, Subscription } from "./subscription.ts";

const signedUpAt = new Date("2026-10-20T09:30:00Z");
const trial = startTrial(asUserId("ada"), signedUpAt);
const until = new Date("2026-12-01T00:00:00Z");
const before = new Date(until.getTime() - 1);
const paid: PaidSubscription = {
  id: "sub_1",
  planId: 3,
  state: "renewing",
  periodEndsAt: until,
  until: null,
};
const withPaid = (fields: Partial<PaidSubscription>, now: Date): Subscription => {
  const subscription = { ...trial, paid: { ...paid, ...fields } };
  return { ...subscription, status: statusAt(subscription, now) };
};

test("a trial lasts seven days from the sign-up, to the second, also over a change of clocks", () => {
  expect(trial.trialEndsAt).toEqual(new Date("2026-10-27T09:30:00Z"));
});

test("a trial is over at its end and not a moment before", () => {
  expect(statusAt(trial, new Date("2026-10-27T09:29:59.999Z"))).toBe("trialing");
  expect(statusAt(trial, new Date("2026-10-27T09:30:00Z"))).toBe("lapsed");
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

test("a plan bought during the trial replaces it at once, and has no end in sight", () => {
  const subscription = withPaid({}, signedUpAt);
  expect(subscription.status).toBe("active");
  expect(entitlementOf(subscription)).toMatchObject({ planId: 3, until: null, maxCategories: 6 });
  expect(inForce(subscription)?.id).toBe("sub_1");
});

test.each([
  ["ending", "canceled"],
  ["unpaid", "past_due"],
] as const)("what is %s is in force until its end and not at it", (state, status) => {
  const still = withPaid({ state, until }, before);
  expect(still.status).toBe(status);
  expect(entitlementOf(still)).toMatchObject({ planId: 3, until });
  const over = withPaid({ state, until }, until);
  expect(over.status).toBe("lapsed");
  expect(entitlementOf(over)).toMatchObject({ planId: null, until, editionsPerDay: 0 });
  expect(inForce(over)).toBeNull();
});

test("what has ended at Stripe gives nothing, whatever the clocks say", () => {
  expect(withPaid({ state: "ended", until }, before).status).toBe("lapsed");
});

test("what is left of the trial comes back when a plan ends before it", () => {
  const early = withPaid({ state: "ended", until: signedUpAt }, new Date("2026-10-21T00:00:00Z"));
  expect(early.status).toBe("trialing");
  expect(entitlementOf(early)).toMatchObject({ planId: 2, until: trial.trialEndsAt });
  expect(inForce(early)).toBeNull();
});

test("grace is seven days from the bill that was not paid", () => {
  expect(graceEnd(new Date("2026-11-01T10:00:00Z"))).toEqual(new Date("2026-11-08T10:00:00Z"));
});
