import { parseConfig } from "@matinale/kit";
import { completeProductFile, removeProductFiles } from "@matinale/kit/testing";
import { afterAll, expect, test } from "vitest";
import { schema } from "./config.ts";

afterAll(removeProductFiles);

const service = "http://127.0.0.1:8101";
const env = {
  NODE_ENV: "production",
  PORT: "8080",
  METRICS_PORT: "8180",
  INTERNAL_TOKEN_SECRET: "i".repeat(32),
  PRODUCT_FILE: completeProductFile(),
  PUBLIC_URL: "https://matinale.test/",
  REDIS_URL: "redis://127.0.0.1:6379",
  SESSION_SECRET: `${"a".repeat(32)}, ${"b".repeat(32)}`,
  IDENTITY_URL: service,
  PREFERENCES_URL: service,
  BILLING_URL: service,
  CONTENT_URL: service,
  DELIVERY_URL: service,
};

test("accepts former secrets and trusts only the proxies that are named", () => {
  expect(parseConfig(schema, env)).toMatchObject({
    PUBLIC_URL: "https://matinale.test",
    SESSION_SECRET: ["a".repeat(32), "b".repeat(32)],
    TRUSTED_PROXIES: [],
  });
});

test("refuses to start without https in production, and without a long secret anywhere", () => {
  expect(() => parseConfig(schema, { ...env, PUBLIC_URL: "http://matinale.test" })).toThrow(
    /PUBLIC_URL: must be https/,
  );
  expect(() => parseConfig(schema, { ...env, SESSION_SECRET: "short" })).toThrow(/SESSION_SECRET/);
});

test("refuses the placeholders of the repository's file in production, and names them", () => {
  const { PRODUCT_FILE: _, ...placeholders } = env;
  expect(() => parseConfig(schema, placeholders)).toThrow(
    /PRODUCT_FILE: has placeholders.* write brand\.supportEmail, company\.name,.*company\.host\.address$/m,
  );
  expect(parseConfig(schema, { ...placeholders, NODE_ENV: "development" })).toBeDefined();
});
