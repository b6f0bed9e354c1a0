import { asUserId } from "@matinale/contracts";
import { testProduct } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import {
  entitlementOf,
  graceEnd,
  inForce,
  statusAt,
  startTrial,
  type PaidSubscription,
  type Subscription,
} from "./subscription.ts";

const signedUpAt = new Date("2026-10-20T09:30:00Z");
const trial = startTrial(asUserId("ada"), signedUpAt, testProduct);
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

test("ends a trial exactly seven times 24 hours after the sign-up, also when the clocks change", () => {
  expect(trial.trialEndsAt).toEqual(new Date("2026-10-27T09:30:00Z"));
});

test("takes the length of the trial and its plan from the owner's file", () => {
  const longer = { ...testProduct, trial: { planId: 1, days: 14 } } as const;
  const started = startTrial(asUserId("ada"), signedUpAt, longer);
  expect(started.trialEndsAt).toEqual(new Date("2026-11-03T09:30:00Z"));
  expect(entitlementOf(started, longer)).toMatchObject({ planId: 1, maxCategories: 3 });
});

test("lapses a trial at its end and not before", () => {
  expect(statusAt(trial, new Date("2026-10-27T09:29:59.999Z"))).toBe("trialing");
  expect(statusAt(trial, new Date("2026-10-27T09:30:00Z"))).toBe("lapsed");
});

test("gives the limits of Premium during the trial", () => {
  expect(entitlementOf(trial, testProduct)).toEqual({
    planId: 2,
    until: trial.trialEndsAt,
    editionsPerDay: 2,
    maxCategories: 5,
    maxSeconds: 300,
    breakingNewsAlerts: false,
  });
});

test("gives no entitlement after the trial", () => {
  expect(entitlementOf({ ...trial, status: "lapsed" }, testProduct)).toEqual({
    planId: null,
    until: trial.trialEndsAt,
    editionsPerDay: 0,
    maxCategories: 0,
    maxSeconds: 0,
    breakingNewsAlerts: false,
  });
});

test("replaces the trial at once with a paid plan", () => {
  const subscription = withPaid({}, signedUpAt);
  expect(subscription.status).toBe("active");
  expect(entitlementOf(subscription, testProduct)).toMatchObject({
    planId: 3,
    until: null,
    maxCategories: 6,
  });
  expect(inForce(subscription)?.id).toBe("sub_1");
});

test.each([
  ["ending", "canceled"],
  ["unpaid", "past_due"],
] as const)(
  "keeps a subscription that is %s in force until its end, exclusive",
  (state, status) => {
    const still = withPaid({ state, until }, before);
    expect(still.status).toBe(status);
    expect(entitlementOf(still, testProduct)).toMatchObject({ planId: 3, until });
    const over = withPaid({ state, until }, until);
    expect(over.status).toBe("lapsed");
    expect(entitlementOf(over, testProduct)).toMatchObject({
      planId: null,
      until,
      editionsPerDay: 0,
    });
    expect(inForce(over)).toBeNull();
  },
);

test("lapses a subscription that ended at Stripe, even before its end date", () => {
  expect(withPaid({ state: "ended", until }, before).status).toBe("lapsed");
});

test("returns to the trial when a plan ends during the trial", () => {
  const early = withPaid({ state: "ended", until: signedUpAt }, new Date("2026-10-21T00:00:00Z"));
  expect(early.status).toBe("trialing");
  expect(entitlementOf(early, testProduct)).toMatchObject({ planId: 2, until: trial.trialEndsAt });
  expect(inForce(early)).toBeNull();
});

test("gives seven days of grace from the unpaid invoice", () => {
  expect(graceEnd(new Date("2026-11-01T10:00:00Z"))).toEqual(new Date("2026-11-08T10:00:00Z"));
});
