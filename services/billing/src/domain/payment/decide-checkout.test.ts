import { expect, test } from "vitest";
import { decideCheckout } from "./decide-checkout.ts";
import { lineOf } from "./payment-provider.ts";
import { monthEnd, monthStart, providerSubscription } from "../../testing/payment-provider.ts";

const running = providerSubscription({ id: "sub_running" });
const open = providerSubscription({
  id: "sub_open",
  state: "open",
  clientSecret: "secret_open",
});
const unpaid = providerSubscription({
  id: "sub_unpaid",
  state: "unpaid",
  clientSecret: "secret_invoice",
  unpaidSince: monthStart,
});
const over = providerSubscription({ id: "sub_over", state: "over" });

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
    expect(decideCheckout([{ ...running, endsAt: monthEnd }], 2, given)).toEqual(refused);
  },
);

test("resumes a cancelled plan when it is chosen again", () => {
  expect(decideCheckout([{ ...running, endsAt: monthEnd }], 2, agreed)).toEqual({
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
