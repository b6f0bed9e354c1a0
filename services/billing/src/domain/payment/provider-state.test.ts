import { expect, test } from "vitest";
import { duplicatesOf, fromProvider as stateAt, openToEnd } from "./provider-state.ts";
import type { ProviderSubscription } from "./payment-provider.ts";
import type { PaidSubscription } from "../subscription/subscription.ts";
import {
  monthEnd as end,
  monthStart as at,
  providerSubscription as of,
} from "../../testing/payment-provider.ts";

const now = new Date("2026-11-20T08:00:00Z");
const nothing = { paid: null };
const paid: PaidSubscription = {
  id: "sub_1",
  planId: 2,
  createdAt: at,
  state: "renewing",
  periodEndsAt: end,
  until: null,
};

const fromProvider = (known: { paid: PaidSubscription | null }, list: ProviderSubscription[]) =>
  stateAt(known, list, now);

test("maps a running subscription to renewing, and a cancelled one to ending", () => {
  expect(fromProvider(nothing, [of({})])).toEqual({ paid, open: null });
  expect(fromProvider(nothing, [of({ endsAt: end })])).toEqual({
    paid: { ...paid, state: "ending", until: end },
    open: null,
  });
});

test("puts no plan in force for a subscription that waits for its first payment", () => {
  expect(fromProvider(nothing, [of({ state: "open" })])).toEqual({
    paid: null,
    open: { id: "sub_1", planId: 2 },
  });
});

test("keeps the plan in force while a change to another one waits for its payment", () => {
  expect(fromProvider(nothing, [of({ changingTo: 3 })])).toEqual({
    paid,
    open: { id: "sub_1", planId: 3 },
  });
});

test("drops a subscription that ended without a payment", () => {
  expect(fromProvider(nothing, [of({ state: "over", endsAt: end })])).toEqual({
    paid: null,
    open: null,
  });
});

test("ends a paid subscription when it ended at the provider", () => {
  expect(fromProvider({ paid }, [of({ state: "over", endsAt: at })])).toMatchObject({
    paid: { state: "ended", until: at },
  });
});

test("ends a plan at the end of its grace or paid month, also when Stripe ended it later", () => {
  const later = of({ state: "over", endsAt: now });
  for (const state of ["unpaid", "ending", "ended"] as const) {
    const known = { ...paid, state, until: new Date("2026-11-19T08:00:00Z") };
    expect(fromProvider({ paid: known }, [later])).toMatchObject({
      paid: { state: "ended", until: known.until },
    });
  }
  const other = { ...paid, id: "sub_0", state: "unpaid", until: at } as const;
  expect(fromProvider({ paid: other }, [])).toMatchObject({ paid: { until: at } });
});

test("counts the grace from the first unpaid invoice", () => {
  const first = fromProvider({ paid }, [of({ state: "unpaid", unpaidSince: at })]);
  expect(first.paid).toMatchObject({ state: "unpaid", until: new Date("2026-11-08T08:00:00Z") });
  const later = of({ state: "unpaid", unpaidSince: end });
  expect(fromProvider({ paid: first.paid ?? null }, [later])).toEqual(first);
});

test("prefers the paid subscription, then the newest", () => {
  const list = [of({ id: "sub_3", state: "open" }), of({ id: "sub_2", state: "unpaid" }), of({})];
  expect(fromProvider(nothing, list)).toMatchObject({ paid: { id: "sub_1" }, open: null });
});

test("ends a subscription that the provider no longer has, unless it was simulated", () => {
  expect(fromProvider({ paid }, [])).toMatchObject({ paid: { state: "ended", until: now } });
  const cancelled = { ...paid, state: "ending", until: end } as const;
  expect(fromProvider({ paid: cancelled }, [])).toMatchObject({ paid: { until: now } });
  const over = { ...paid, state: "unpaid", until: new Date("2026-11-19T08:00:00Z") } as const;
  expect(fromProvider({ paid: over }, [])).toMatchObject({ paid: { until: over.until } });
  const simulated = { ...paid, id: "sub_sim_1" };
  expect(fromProvider({ paid: simulated }, [])).toMatchObject({ paid: simulated });
});

test("prefers the subscription paid last, and reports the other paid ones as duplicates", () => {
  const later = new Date("2026-11-01T08:01:00Z");
  const [newer, older] = [of({ id: "sub_2" }), of({ id: "sub_1", paidAt: later })];
  const unpaid = of({ id: "sub_0", state: "unpaid", unpaidSince: at });
  const over = of({ id: "sub_over", state: "over" });
  expect(fromProvider(nothing, [newer, older, unpaid, over])).toMatchObject({
    paid: { id: "sub_1" },
  });
  expect(duplicatesOf([newer, older, unpaid, over])).toEqual([newer, unpaid]);
  // paid in the same second: the newest
  expect(duplicatesOf([newer, of({})])).toEqual([of({})]);
  expect(duplicatesOf([older, over])).toEqual([]);
});

test("ends open subscriptions when another one is paid, and after 23 hours", () => {
  const open = of({ id: "sub_2", state: "open" });
  const soon = new Date("2026-11-02T06:59:59Z");
  expect(openToEnd([open, of({})], at)).toEqual([open]);
  expect(openToEnd([open], soon)).toEqual([]);
  expect(openToEnd([open, of({ state: "unpaid", unpaidSince: at })], soon)).toEqual([]);
  expect(openToEnd([open], new Date("2026-11-02T07:00:00Z"))).toEqual([open]);
});
