import { expect, test } from "vitest";
import type { ProviderSubscription } from "./payment-provider.ts";
import { duplicatesOf, fromProvider, superfluousOf } from "./provider-state.ts";
import type { PaidSubscription } from "../subscription/subscription.ts";

const at = new Date("2026-11-01T08:00:00Z");
const end = new Date("2026-12-01T08:00:00Z");
const of = (fields: Partial<ProviderSubscription>): ProviderSubscription => ({
  id: "sub_1",
  state: "running",
  planId: 2,
  createdAt: at,
  paidAt: at,
  periodEndsAt: end,
  endsAt: null,
  unpaidSince: null,
  clientSecret: null,
  changingTo: null,
  lastBill: null,
  ...fields,
});
const nothing = { paid: null };
const paid: PaidSubscription = {
  id: "sub_1",
  planId: 2,
  state: "renewing",
  periodEndsAt: end,
  until: null,
};

test("what is paid is in force until further notice, or until its end", () => {
  expect(fromProvider(nothing, [of({})])).toEqual({ paid, open: null });
  expect(fromProvider(nothing, [of({ endsAt: end })])).toEqual({
    paid: { ...paid, state: "ending", until: end },
    open: null,
  });
});

test("what waits for its first payment gives nothing", () => {
  expect(fromProvider(nothing, [of({ state: "open" })])).toEqual({
    paid: null,
    open: { id: "sub_1", planId: 2 },
  });
});

test("what was never paid leaves no trace when it is over", () => {
  expect(fromProvider(nothing, [of({ state: "over", endsAt: end })])).toEqual({
    paid: null,
    open: null,
  });
});

test("what was paid ends when the provider says so", () => {
  expect(fromProvider({ paid }, [of({ state: "over", endsAt: at })])).toMatchObject({
    paid: { state: "ended", until: at },
  });
});

test("the days of grace are counted from the bill, and later bills do not add any", () => {
  const first = fromProvider({ paid }, [of({ state: "unpaid", unpaidSince: at })]);
  expect(first.paid).toMatchObject({ state: "unpaid", until: new Date("2026-11-08T08:00:00Z") });
  const later = of({ state: "unpaid", unpaidSince: end });
  expect(fromProvider({ paid: first.paid ?? null }, [later])).toEqual(first);
});

test("of several the paid one counts, then the newest", () => {
  const list = [of({ id: "sub_3", state: "open" }), of({ id: "sub_2", state: "unpaid" }), of({})];
  expect(fromProvider(nothing, list)).toMatchObject({ paid: { id: "sub_1" }, open: null });
});

test("what the provider has no more is over, except what was simulated", () => {
  expect(fromProvider({ paid }, [])).toMatchObject({ paid: { state: "ended", until: end } });
  const simulated = { ...paid, id: "sub_sim_1" };
  expect(fromProvider({ paid: simulated }, [])).toMatchObject({ paid: simulated });
});

test("of several that are paid the one paid last counts, and the others are duplicates", () => {
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

test("what waits for a payment is superfluous only beside what is paid", () => {
  const open = of({ id: "sub_2", state: "open" });
  expect(superfluousOf([open, of({})])).toEqual([open]);
  expect(superfluousOf([open])).toEqual([]);
  expect(superfluousOf([open, of({ state: "unpaid", unpaidSince: at })])).toEqual([]);
});
