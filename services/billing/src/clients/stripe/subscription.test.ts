import type { Stripe } from "stripe";
import { expect, test } from "vitest";
import { toProviderSubscription } from "./subscription.ts";

const prices = { 1: "price_essential", 2: "price_premium", 3: "price_professional" } as const;

/** A subscription of Stripe with the fields that the code reads. */
const subscription = (price: string | readonly string[], metadata: Stripe.Metadata) =>
  ({
    id: "sub_1",
    status: "active",
    created: 1_790_000_000,
    metadata,
    cancel_at: null,
    ended_at: null,
    canceled_at: null,
    cancel_at_period_end: false,
    latest_invoice: null,
    pending_update: null,
    items: {
      data: [price].flat().map((id, index) => ({
        price: { id },
        current_period_end: 1_792_592_000 + index,
      })),
    },
    // only the fields that the translation reads
  }) as unknown as Stripe.Subscription;

test.each([
  ["the plan of its price", "price_essential", {}, 1],
  ["the plan of its price, not of its metadata", "price_essential", { planId: "3" }, 1],
  [
    "the plan of its metadata when the price was replaced",
    "price_of_last_year",
    { planId: "2" },
    2,
  ],
])("reads %s", (_case, price, metadata, planId) => {
  expect(toProviderSubscription(subscription(price, metadata), prices)).toMatchObject({
    planId,
    state: "running",
  });
});

test("reads the first item whose price is a plan, after an item of another product", () => {
  const prices3 = ["price_of_an_add_on", "price_premium", "price_essential"];
  const read = toProviderSubscription(subscription(prices3, { planId: "3" }), prices);
  expect(read).toMatchObject({ planId: 2, periodEndsAt: new Date(1_792_592_001_000) });
});

test("reads the plan that a change would have, after an item of another product", () => {
  const items = ["price_of_an_add_on", "price_professional"].map((id) => ({ price: { id } }));
  const changing = {
    ...subscription("price_essential", {}),
    pending_update: { subscription_items: items },
    // only the fields that the translation reads
  } as unknown as Stripe.Subscription;
  expect(toProviderSubscription(changing, prices)).toMatchObject({ planId: 1, changingTo: 3 });
});

test.each([{}, { planId: "4" }, { planId: "" }, { planId: "1e0" }, { planId: "__proto__" }])(
  "gives no plan for an unknown price with metadata %o",
  (metadata) => {
    expect(
      toProviderSubscription(subscription("price_of_another_product", metadata), prices),
    ).toBeNull();
  },
);
