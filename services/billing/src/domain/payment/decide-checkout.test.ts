import { expect, test } from "vitest";
import { decideCheckout } from "./decide-checkout.ts";
import type { ProviderSubscription } from "./payment-provider.ts";

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
  changingTo: null,
  lastBill: "in_1",
};
const open = { ...running, id: "sub_open", state: "open", clientSecret: "secret_open" } as const;
const unpaid = {
  ...running,
  id: "sub_unpaid",
  state: "unpaid",
  clientSecret: "secret_bill",
  unpaidSince: at,
} as const;
const over = { ...running, id: "sub_over", state: "over" } as const;

test("the first purchase opens a subscription", () => {
  expect(decideCheckout([], 2, false)).toEqual({ do: "subscribe", after: "none", leftovers: [] });
});

test("a later purchase follows on the last subscription, so its key is a new one", () => {
  expect(decideCheckout([over], 2, false)).toMatchObject({ do: "subscribe", after: "sub_over" });
});

test("one that waits for its payment is used again, others that wait end", () => {
  const other = { ...open, id: "sub_other", planId: 1 } as const;
  expect(decideCheckout([other, open, over], 2, false)).toEqual({
    do: "confirm",
    clientSecret: "secret_open",
    leftovers: ["sub_other"],
  });
  expect(decideCheckout([open], 3, false)).toEqual({
    do: "subscribe",
    after: "sub_open",
    leftovers: ["sub_open"],
  });
});

test("one without a secret cannot be paid and is replaced", () => {
  expect(decideCheckout([{ ...open, clientSecret: null }], 2, false)).toMatchObject({
    do: "subscribe",
    leftovers: ["sub_open"],
  });
});

test("the plan in force stays, another one is changed to", () => {
  expect(decideCheckout([running], 2, false)).toEqual({ do: "keep", leftovers: [] });
  expect(decideCheckout([open, running], 2, false)).toEqual({
    do: "keep",
    leftovers: ["sub_open"],
  });
  expect(decideCheckout([running], 3, false)).toEqual({ do: "change", subscription: running });
});

test("a cancelled plan goes on when it is chosen again", () => {
  expect(decideCheckout([{ ...running, endsAt: end }], 2, false)).toEqual({
    do: "resume",
    id: "sub_running",
  });
});

test("a change that waits for its payment is not begun twice", () => {
  const changing = { ...running, changingTo: 3, clientSecret: "secret_change" } as const;
  expect(decideCheckout([changing], 3, false)).toMatchObject({
    do: "confirm",
    clientSecret: "secret_change",
  });
  expect(decideCheckout([changing], 1, false)).toMatchObject({ do: "change" });
});

test("in the days of grace the open bill comes first", () => {
  expect(decideCheckout([unpaid], 2, true)).toMatchObject({
    do: "confirm",
    clientSecret: "secret_bill",
  });
  expect(decideCheckout([unpaid], 3, true)).toEqual({ do: "refuse", why: "debt" });
});

test("after them it is given up for a new beginning", () => {
  expect(decideCheckout([unpaid, over], 2, false)).toEqual({
    do: "subscribe",
    after: "sub_unpaid",
    leftovers: ["sub_unpaid"],
  });
});
