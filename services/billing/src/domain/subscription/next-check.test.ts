import { asUserId } from "@matinale/contracts";
import { testProduct } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { nextCheck } from "./next-check.ts";
import { startTrial, type PaidSubscription } from "./subscription.ts";

const now = new Date("2026-11-21T10:00:00Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const trial = startTrial(asUserId("ada"), now, testProduct);
const lapsed = { ...trial, status: "lapsed" } as const;
const checkAfter = (fields: Partial<PaidSubscription>) =>
  nextCheck(
    {
      ...lapsed,
      paid: {
        id: "sub_1",
        planId: 2,
        state: "renewing",
        periodEndsAt: inHours(500),
        until: null,
        ...fields,
      },
    },
    now,
  );

test("checks a trial at its end, and nothing after it", () => {
  expect(nextCheck(trial, now)).toEqual(trial.trialEndsAt);
  expect(nextCheck(lapsed, now)).toBeNull();
  expect(checkAfter({ state: "ended", until: inHours(-1) })).toBeNull();
});

test("checks Stripe once a day", () => {
  expect(checkAfter({})).toEqual(inHours(24));
});

test("checks a renewal after Stripe had time to charge it", () => {
  expect(checkAfter({ periodEndsAt: inHours(1) })).toEqual(
    new Date(inHours(1).getTime() + 600_000),
  );
});

test("checks a subscription at its end", () => {
  expect(checkAfter({ state: "ending", until: inHours(3) })).toEqual(inHours(3));
  expect(checkAfter({ id: "sub_sim_1", periodEndsAt: inHours(400) })).toEqual(inHours(400));
});

test("checks unpaid and open subscriptions more often", () => {
  expect(checkAfter({ state: "unpaid", until: inHours(100) })).toEqual(inHours(1));
  const open = { id: "sub_2", planId: 2 } as const;
  expect(nextCheck({ ...trial, open }, now)).toEqual(new Date(now.getTime() + 300_000));
});

test("checks every hour while a cancelled subscription waits for a new plan, and not after its end", () => {
  const ending = { id: "sub_1", planId: 1, periodEndsAt: inHours(500) } as const;
  const waiting = {
    ...lapsed,
    paid: { ...ending, state: "ending", until: inHours(500) },
    renewal: { id: "sub_1", wanted: "resume", planId: 3 },
  } as const;
  expect(nextCheck(waiting, now)).toEqual(inHours(1));
  const over = { ...waiting, paid: { ...ending, state: "ended", until: inHours(-1) } } as const;
  expect(nextCheck({ ...over, renewal: null }, now)).toBeNull();
  expect(nextCheck({ ...over, renewal: { id: "sub_1", wanted: "end" } }, now)).toBeNull();
});

test("checks after five minutes whether a cancelled subscription has resumed with its plan", () => {
  const paid = {
    id: "sub_1",
    planId: 3,
    state: "ending",
    periodEndsAt: inHours(500),
    until: inHours(500),
  } as const;
  const renewal = { id: "sub_1", wanted: "resume", planId: 3 } as const;
  expect(nextCheck({ ...trial, paid, renewal }, now)).toEqual(new Date(now.getTime() + 300_000));
});

test("schedules no check for an end that has passed", () => {
  expect(checkAfter({ state: "unpaid", until: inHours(-1) })).toEqual(inHours(1));
  expect(checkAfter({ id: "sub_sim_1", state: "ending", until: now })).toBeNull();
});
