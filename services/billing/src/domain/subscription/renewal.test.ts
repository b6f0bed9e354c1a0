import { expect, test } from "vitest";
import { monthEnd, providerSubscription } from "../../testing/payment-provider.ts";
import { toResume, pendingRenewal } from "./renewal.ts";

const cancelled = providerSubscription({ planId: 1, endsAt: monthEnd });
const renewal = { id: "sub_1", wanted: "resume", planId: 3 } as const;

test("resumes a cancelled subscription once the chosen plan is paid", () => {
  const waiting = { ...cancelled, changingTo: 3 } as const;
  const changed = { ...cancelled, planId: 3 } as const;
  expect(toResume({ renewal }, [waiting])).toBeNull();
  expect(toResume({ renewal }, [changed])).toBe("sub_1");
  expect(pendingRenewal({ renewal }, [changed])).toEqual(renewal);
});

test("drops the renewal when the subscription has resumed", () => {
  const resumed = { ...cancelled, planId: 3, endsAt: null } as const;
  expect(toResume({ renewal }, [resumed])).toBeNull();
  expect(pendingRenewal({ renewal }, [resumed])).toBeNull();
});

test("drops the renewal after the provider resumed the subscription without an effect", () => {
  const changed = { ...cancelled, planId: 3 } as const;
  expect(pendingRenewal({ renewal }, [changed], "sub_1")).toBeNull();
  expect(pendingRenewal({ renewal }, [changed], "sub_2")).toEqual(renewal);
  expect(pendingRenewal({ renewal }, [{ ...changed, changingTo: 2, planId: 1 }], "sub_1")).toEqual(
    renewal,
  );
});

test.each([
  ["another subscription", { id: "sub_2" }],
  ["an ended subscription", { state: "over" }],
  ["a subscription with an unpaid invoice", { state: "unpaid" }],
] as const)("does not resume %s", (_case, fields) => {
  expect(toResume({ renewal }, [{ ...cancelled, planId: 3, ...fields }])).toBeNull();
});

test("drops the renewal when the subscription is over or gone, and keeps it while an invoice is unpaid", () => {
  expect(pendingRenewal({ renewal }, [cancelled])).toEqual(renewal);
  expect(pendingRenewal({ renewal }, [{ ...cancelled, state: "unpaid" }])).toEqual(renewal);
  expect(pendingRenewal({ renewal }, [{ ...cancelled, state: "over" }])).toBeNull();
  expect(pendingRenewal({ renewal }, [{ ...cancelled, id: "sub_2" }])).toBeNull();
  expect(pendingRenewal({ renewal }, [])).toBeNull();
});

test("keeps a cancellation", () => {
  const ending = { renewal: { id: "sub_1", wanted: "end" } } as const;
  expect(toResume(ending, [cancelled])).toBeNull();
  expect(pendingRenewal(ending, [cancelled])).toEqual(ending.renewal);
  expect(pendingRenewal({}, [cancelled])).toBeNull();
});
