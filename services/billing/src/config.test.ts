import { parseConfig } from "@matinale/kit";
import { completeProductFile, removeProductFiles, writeProductFile } from "@matinale/kit/testing";
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { appSettings, simulatesPayments, stripeSettings, schema } from "./config.ts";

afterAll(removeProductFiles);

const base = {
  PRODUCT_FILE: completeProductFile(),
  PORT: "0",
  METRICS_PORT: "0",
  INTERNAL_TOKEN_SECRET: "x".repeat(32),
  MONGODB_URI: "mongodb://127.0.0.1",
  MONGODB_DATABASE: "billing",
  KAFKA_BROKERS: "127.0.0.1:9092",
  IDENTITY_URL: "http://identity:8080",
};
const keys = {
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_new, whsec_old",
  STRIPE_PRICE_ESSENTIAL: "price_1",
  STRIPE_PRICE_PREMIUM: "price_2",
  STRIPE_PRICE_PROFESSIONAL: "price_3",
};
const testKeys = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
const read = (env: Record<string, string>) => parseConfig(schema, { ...base, ...env });

test("simulates payments without keys, and sells nothing in production", () => {
  expect(simulatesPayments(read({ NODE_ENV: "development" }))).toBe(true);
  // NODE_ENV defaults to production
  for (const closed of [{ NODE_ENV: "production" }, {}, { STRIPE_SECRET_KEY: "" }]) {
    expect(simulatesPayments(read(closed))).toBe(false);
    expect(stripeSettings(read(closed))).toBeNull();
  }
});

test("uses Stripe with keys, in every environment", () => {
  for (const NODE_ENV of ["development", "production"]) {
    const config = read({ ...keys, NODE_ENV });
    expect(simulatesPayments(config)).toBe(false);
    expect(stripeSettings(config)).not.toBeNull();
  }
});

test("leaves tax and promotion codes off until they are switched on", () => {
  expect(stripeSettings(read(keys))).toMatchObject({ tax: false, promotionCodes: false });
  const both = read({ ...keys, STRIPE_TAX: "on", STRIPE_PROMOTION_CODES: "on" });
  expect(stripeSettings(both)).toMatchObject({ tax: true, promotionCodes: true });
  expect(appSettings(both)).toMatchObject({ asksAddress: true, asksPromotionCode: true });
  expect(() => read({ ...keys, STRIPE_TAX: "yes" })).toThrow(/STRIPE_TAX/);
});

test("takes no money by live keys before the owner has named a consumer mediator", () => {
  const { company, ...others } = JSON.parse(readFileSync(base.PRODUCT_FILE, "utf8"));
  const { mediator: _, ...without } = company;
  const PRODUCT_FILE = writeProductFile(JSON.stringify({ ...others, company: without }));
  const problem = /PRODUCT_FILE: must name a consumer mediator \(company\.mediator\)/;
  expect(() => read({ ...keys, PRODUCT_FILE })).toThrow(problem);
  expect(() => read({ ...keys, NODE_ENV: "development", PRODUCT_FILE })).toThrow(problem);
  expect(stripeSettings(read({ PRODUCT_FILE }))).toBeNull();
  const development = { ...keys, ...testKeys, NODE_ENV: "development" };
  expect(stripeSettings(read({ ...development, PRODUCT_FILE }))).not.toBeNull();
});

test("accepts several webhook secrets while one is rotated", () => {
  expect(appSettings(read(keys)).webhookSecrets).toEqual(["whsec_new", "whsec_old"]);
});

test("refuses an incomplete configuration in production", () => {
  expect(() => read({ STRIPE_SECRET_KEY: "sk_live_1" })).toThrow(
    /STRIPE_WEBHOOK_SECRET.*\n.*STRIPE_PUBLISHABLE_KEY/,
  );
});

test.each([
  [
    "a test secret key",
    { STRIPE_SECRET_KEY: "sk_test_1" },
    /STRIPE_SECRET_KEY: must be a live key/,
  ],
  [
    "a restricted test key",
    { STRIPE_SECRET_KEY: "rk_test_1" },
    /STRIPE_SECRET_KEY: must be a live key/,
  ],
  ["a key without a mode", { STRIPE_SECRET_KEY: "sk_1" }, /STRIPE_SECRET_KEY: must be a live/],
  [
    "a test publishable key",
    { STRIPE_PUBLISHABLE_KEY: "pk_test_1" },
    /STRIPE_PUBLISHABLE_KEY: is a test key, but STRIPE_SECRET_KEY is a live key/,
  ],
  [
    "a missing price",
    { STRIPE_PRICE_PREMIUM: "" },
    /STRIPE_PRICE_PREMIUM: must be the id of a price in your Stripe account/,
  ],
  [
    "a price of the simulator",
    { STRIPE_PRICE_PREMIUM: "price_premium" },
    /STRIPE_PRICE_PREMIUM: must be the id of a price in your Stripe account/,
  ],
  [
    "one price for two plans",
    { STRIPE_PRICE_PROFESSIONAL: "price_1" },
    /STRIPE_PRICE_PROFESSIONAL: is the same price as STRIPE_PRICE_ESSENTIAL/,
  ],
])("refuses %s in production", (_case, wrong, message) => {
  expect(() => read({ ...keys, ...wrong })).toThrow(message);
});

test("accepts a restricted live key", () => {
  expect(stripeSettings(read({ ...keys, STRIPE_SECRET_KEY: "rk_live_1" }))).not.toBeNull();
});

test("accepts test keys and the simulator's prices in development, but not keys of two modes", () => {
  const development = { ...testKeys, NODE_ENV: "development" };
  expect(stripeSettings(read(development))).not.toBeNull();
  expect(() => read({ ...development, STRIPE_PUBLISHABLE_KEY: "pk_live_1" })).toThrow(
    /STRIPE_PUBLISHABLE_KEY: is a live key, but STRIPE_SECRET_KEY is a test key/,
  );
  const twice = { ...development, STRIPE_PRICE_PREMIUM: "price_essential" };
  expect(() => read(twice)).toThrow(/STRIPE_PRICE_PREMIUM: is the same price/);
});

test("refuses the simulator's prices with a live key, in development too", () => {
  const live = { ...keys, NODE_ENV: "development", STRIPE_PRICE_ESSENTIAL: "price_essential" };
  expect(() => read(live)).toThrow(/STRIPE_PRICE_ESSENTIAL: must be the id of a price in your Str/);
});

test("requires TLS for Stripe in production", () => {
  const elsewhere = { ...keys, STRIPE_API_URL: "http://127.0.0.1:8025" };
  expect(() => read(elsewhere)).toThrow(/STRIPE_API_URL: must begin with https/);
  expect(read({ ...elsewhere, NODE_ENV: "development" }).STRIPE_API_URL).toBeDefined();
});

test("names the variable of a wrong key without showing the key", () => {
  expect(() => read({ ...keys, STRIPE_SECRET_KEY: "pk_live_oops" })).toThrow(/STRIPE_SECRET_KEY/);
  expect(() => read({ ...keys, STRIPE_SECRET_KEY: "pk_live_oops" })).not.toThrow(/oops/);
});
