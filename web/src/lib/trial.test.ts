import { expect, test } from "vitest";
import { trialDaysLeft } from "./trial.ts";

const trialEndsAt = "2026-11-28T08:00:00.000Z";
const trial = { status: "trialing", trialEndsAt, trialUsed: false } as const;

test.each([
  ["2026-11-21T08:00:00Z", 7],
  ["2026-11-21T08:00:01Z", 7],
  ["2026-11-26T08:00:00Z", 2],
  ["2026-11-27T08:00:00Z", 1],
  ["2026-11-28T07:59:59Z", 1],
  // The clock of the browser may be ahead: the server says that the trial runs.
  ["2026-11-28T09:00:00Z", 1],
])("at %s, %i days are left", (now, left) => {
  expect(trialDaysLeft(trial, new Date(now))).toBe(left);
});

test("no day is left when no plan is in force any more", () => {
  const now = new Date("2026-11-28T08:00:00Z");
  expect(trialDaysLeft({ ...trial, status: "lapsed" }, now)).toBe(0);
});

test.each(["active", "canceled", "past_due"] as const)(
  "a plan that is %s has no trial",
  (status) => {
    expect(trialDaysLeft({ ...trial, status }, new Date("2026-11-21T08:00:00Z"))).toBeNull();
  },
);

test("a person whose deleted account used the trial has none", () => {
  const now = new Date("2026-11-21T08:00:00Z");
  expect(trialDaysLeft({ ...trial, status: "lapsed", trialUsed: true }, now)).toBeNull();
});

test("right after the sign-up the trial is not known", () => {
  const now = new Date("2026-11-21T08:00:00Z");
  expect(trialDaysLeft({ status: null, trialEndsAt: null, trialUsed: false }, now)).toBeNull();
});
