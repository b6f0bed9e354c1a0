import { silentLogger, testProduct } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { comparePrices } from "./compare-prices.ts";

const { plans } = testProduct;

test("starts when every price is that of the provider", async () => {
  const same = { priceProblems: async () => [] };
  await expect(comparePrices(same, plans, silentLogger)).resolves.toBeUndefined();
});

test("refuses to start, and names every price that differs", async () => {
  const priceProblems = async () => ["price_1 costs 599 cents", "price_2 does not exist at Stripe"];
  await expect(comparePrices({ priceProblems }, plans, silentLogger)).rejects.toThrow(
    "correct them in PRODUCT_FILE or at Stripe: price_1 costs 599 cents; price_2 does not exist",
  );
});

test("starts while the provider is away", async () => {
  const priceProblems = () => Promise.reject(new Error("away"));
  await expect(comparePrices({ priceProblems }, plans, silentLogger)).resolves.toBeUndefined();
});
