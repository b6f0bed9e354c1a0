import type { Stripe } from "stripe";
import { expect, test } from "vitest";
import { priceProblem } from "./prices.ts";

const price = (given: object) =>
  ({
    unit_amount: 999,
    currency: "eur",
    active: true,
    recurring: { interval: "month", interval_count: 1 },
    ...given,
  }) as Stripe.Price;

test.each([
  ["the price of the site", price({}), null],
  ["no price", null, "price_premium does not exist at Stripe"],
  ["an archived price", price({ active: false }), "price_premium is archived at Stripe"],
  [
    "a yearly price",
    price({ recurring: { interval: "year", interval_count: 1 } }),
    "price_premium is not a monthly price at Stripe",
  ],
  [
    "another amount",
    price({ unit_amount: 1099 }),
    "price_premium costs 1099 cents (eur) at Stripe, but 999 cents (eur) on the site",
  ],
  [
    "another currency",
    price({ currency: "chf" }),
    "price_premium costs 999 cents (chf) at Stripe, but 999 cents (eur) on the site",
  ],
])("compares %s", (_case, found, sentence) => {
  expect(priceProblem(found, { id: "price_premium", cents: 999, tax: false })).toBe(sentence);
});

test.each([
  ["inclusive", true, null],
  ["unspecified", false, null],
  ["exclusive", false, null],
  ["unspecified", true, expect.stringContaining("must be inclusive")],
  ["exclusive", true, expect.stringContaining("must be inclusive")],
])("compares a price with tax behaviour %s, with Stripe Tax: %s", (behavior, tax, sentence) => {
  const found = price({ tax_behavior: behavior });
  expect(priceProblem(found, { id: "price_premium", cents: 999, tax })).toEqual(sentence);
});
