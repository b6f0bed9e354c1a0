import { expect, test } from "vitest";
import { decideCheckout } from "./decide-checkout.ts";
import { lineOf, type ProviderSubscription } from "./payment-provider.ts";

const at = new Date("2026-11-01T08:00:00Z");
const end = new Date("2026-12-01T08:00:00Z");
const running: ProviderSubscription = {
  id: "sub_running",
  state: "running",
  planId: 2,
  createdAt: at,
  paidAt: at,
  periodEndsAt: end,
  endsAt: null,
  unpaidSince: null,
  clientSecret: null,
  dueToday: null,
  details: null,
  changingTo: null,
  lastInvoice: "in_1",
  isMislabelled: false,
};
const open = { ...running, id: "sub_open", state: "open", clientSecret: "secret_open" } as const;
const unpaid = {
  ...running,
  id: "sub_unpaid",
  state: "unpaid",
  clientSecret: "secret_invoice",
  unpaidSince: at,
} as const;
const over = { ...running, id: "sub_over", state: "over" } as const;

test("opens a subscription for the first purchase", () => {
  expect(decideCheckout([], 2)).toEqual({ do: "subscribe", after: "none", toEnd: [] });
});

test("derives the key of a later purchase from the last subscription", () => {
  expect(decideCheckout([over], 2)).toMatchObject({ do: "subscribe", after: "sub_over" });
});

test("reuses the open subscription of the same plan and ends the others", () => {
  const other = { ...open, id: "sub_other", planId: 1 } as const;
  expect(decideCheckout([other, open, over], 2)).toEqual({
    do: "confirm",
    subscription: open,
    toEnd: ["sub_other"],
  });
  expect(decideCheckout([open], 3)).toEqual({
    do: "subscribe",
    after: "sub_open",
    toEnd: ["sub_open"],
  });
});

test("replaces the open subscription when the person gives other details", () => {
  const bought = { ...open, details: "FR MATIN20" };
  const waits = { do: "confirm", subscription: bought, toEnd: [] };
  for (const details of ["FR MATIN20", null]) {
    expect(decideCheckout([bought], 2, { details })).toEqual(waits);
  }
  for (const list of [[bought], [open]]) {
    expect(decideCheckout(list, 2, { details: "BE MATIN20" })).toEqual({
      do: "subscribe",
      after: "sub_open",
      toEnd: ["sub_open"],
    });
  }
});

test("writes the details of a purchase in one line", () => {
  expect(lineOf({})).toBeNull();
  const address = { country: "FR", postalCode: "75011" };
  expect(lineOf({ address, promotionCode: "matin20" })).toBe("FR 75011 MATIN20");
  expect(lineOf({ address: { country: "BE" } })).toBe("BE");
});

test("replaces an open subscription without a secret", () => {
  expect(decideCheckout([{ ...open, clientSecret: null }], 2)).toMatchObject({
    do: "subscribe",
    toEnd: ["sub_open"],
  });
});

/** The person has agreed to change the running subscription. */
const agreed = { subscriptionToChange: "sub_running" };

test("keeps the plan in force and changes to another one", () => {
  expect(decideCheckout([running], 2)).toEqual({ do: "keep", toEnd: [] });
  expect(decideCheckout([open, running], 2)).toEqual({
    do: "keep",
    toEnd: ["sub_open"],
  });
  expect(decideCheckout([running], 3, agreed)).toEqual({ do: "change", subscription: running });
});

test.each([{}, { subscriptionToChange: "sub_other" }])(
  "neither changes nor resumes a subscription that the person did not agree to change: %j",
  (given) => {
    const refused = { do: "refuse", reason: "changedMeanwhile" };
    expect(decideCheckout([running], 3, given)).toEqual(refused);
    expect(decideCheckout([{ ...running, endsAt: end }], 2, given)).toEqual(refused);
  },
);

test("resumes a cancelled plan when it is chosen again", () => {
  expect(decideCheckout([{ ...running, endsAt: end }], 2, agreed)).toEqual({
    do: "resume",
    id: "sub_running",
  });
});

test("does not start a change twice while it waits for its payment", () => {
  const changing = { ...running, changingTo: 3, clientSecret: "secret_change" } as const;
  expect(decideCheckout([changing], 3)).toMatchObject({
    do: "confirm",
    subscription: changing,
  });
  expect(decideCheckout([changing], 1, agreed)).toMatchObject({ do: "change" });
});

test("requires payment of the open invoice first during the grace", () => {
  expect(decideCheckout([unpaid], 2, { inGrace: true })).toMatchObject({
    do: "confirm",
    subscription: unpaid,
  });
  expect(decideCheckout([unpaid], 3, { inGrace: true })).toEqual({ do: "refuse", reason: "debt" });
});

test("starts a new subscription after the grace", () => {
  expect(decideCheckout([unpaid, over], 2)).toEqual({
    do: "subscribe",
    after: "sub_unpaid",
    toEnd: ["sub_unpaid"],
  });
});
