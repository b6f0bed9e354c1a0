import { expect, test } from "vitest";
import type { ProviderSubscription } from "../payment/payment-provider.ts";
import { toResume, renewalLeft } from "./renewal.ts";

const end = new Date("2026-12-01T08:00:00Z");
const cancelled: ProviderSubscription = {
  id: "sub_1",
  state: "running",
  planId: 1,
  createdAt: new Date("2026-11-01T08:00:00Z"),
  paidAt: new Date("2026-11-01T08:00:00Z"),
  periodEndsAt: end,
  endsAt: end,
  unpaidSince: null,
  clientSecret: null,
  changingTo: null,
  lastBill: null,
};
const renewal = { id: "sub_1", wanted: "resume", planId: 3 } as const;

test("resumes a cancelled subscription once the plan that was chosen runs", () => {
  const waiting = { ...cancelled, changingTo: 3 } as const;
  const changed = { ...cancelled, planId: 3 } as const;
  expect(toResume({ renewal }, [waiting])).toBeNull();
  expect(toResume({ renewal }, [changed])).toBe("sub_1");
  expect(renewalLeft({ renewal }, [changed])).toEqual(renewal);
});

test("drops the wish when it is fulfilled", () => {
  const resumed = { ...cancelled, planId: 3, endsAt: null } as const;
  expect(toResume({ renewal }, [resumed])).toBeNull();
  expect(renewalLeft({ renewal }, [resumed])).toBeNull();
});

test.each([
  ["another subscription", { id: "sub_2" }],
  ["one that is over", { state: "over" }],
  ["one whose last bill is not paid", { state: "unpaid" }],
] as const)("does not resume %s", (_what, fields) => {
  expect(toResume({ renewal }, [{ ...cancelled, planId: 3, ...fields }])).toBeNull();
});

test("keeps a cancellation", () => {
  const wish = { renewal: { id: "sub_1", wanted: "end" } } as const;
  expect(toResume(wish, [cancelled])).toBeNull();
  expect(renewalLeft(wish, [cancelled])).toEqual(wish.renewal);
  expect(renewalLeft({}, [cancelled])).toBeNull();
});
