import { parseConfig } from "@matinale/kit";
import { expect, test } from "vitest";
import { appSettings, paymentMode, providerOf, schema } from "./config.ts";

const base = {
  PORT: "0",
  METRICS_PORT: "0",
  INTERNAL_TOKEN_SECRET: "x".repeat(32),
  MONGODB_URI: "mongodb://127.0.0.1",
  MONGODB_DATABASE: "billing",
  KAFKA_BROKERS: "127.0.0.1:9092",
};
const keys = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_new, whsec_old",
};
const read = (env: Record<string, string>) => parseConfig(schema, { ...base, ...env });

test("without keys plans are simulated, in production nothing is sold", () => {
  expect(paymentMode(read({ NODE_ENV: "development" }))).toBe("simulated");
  expect(paymentMode(read({ NODE_ENV: "production" }))).toBe("closed");
  // production is what counts when nothing is said
  expect(paymentMode(read({}))).toBe("closed");
  expect(paymentMode(read({ STRIPE_SECRET_KEY: "" }))).toBe("closed");
  expect(providerOf(read({}))).toBeNull();
});

test("with keys Stripe is paid, everywhere", () => {
  expect(paymentMode(read({ ...keys, NODE_ENV: "development" }))).toBe("stripe");
  expect(paymentMode(read(keys))).toBe("stripe");
  expect(providerOf(read(keys))).not.toBeNull();
});

test("several webhook secrets are taken while one is rotated", () => {
  expect(appSettings(read(keys)).webhookSecrets).toEqual(["whsec_new", "whsec_old"]);
});

test("production refuses half a set-up", () => {
  expect(() => read({ STRIPE_SECRET_KEY: "sk_live_1" })).toThrow(
    /STRIPE_WEBHOOK_SECRET.*\n.*STRIPE_PUBLISHABLE_KEY/,
  );
});

test("production talks to Stripe over TLS only", () => {
  const elsewhere = { ...keys, STRIPE_API_URL: "http://127.0.0.1:8025" };
  expect(() => read(elsewhere)).toThrow(/STRIPE_API_URL: must begin with https/);
  expect(read({ ...elsewhere, NODE_ENV: "development" }).STRIPE_API_URL).toBeDefined();
});

test("a key of the wrong kind is named and not shown", () => {
  expect(() => read({ ...keys, STRIPE_SECRET_KEY: "pk_live_oops" })).toThrow(/STRIPE_SECRET_KEY/);
  expect(() => read({ ...keys, STRIPE_SECRET_KEY: "pk_live_oops" })).not.toThrow(/oops/);
});
