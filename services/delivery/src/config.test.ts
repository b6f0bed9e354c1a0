import { retention } from "@matinale/contracts";
import { expect, test } from "vitest";
import { schema } from "./config.ts";

const base = {
  PORT: "0",
  METRICS_PORT: "0",
  INTERNAL_TOKEN_SECRET: "s".repeat(32),
  MONGODB_URI: "mongodb://127.0.0.1",
  MONGODB_DATABASE: "matinale_delivery",
  KAFKA_BROKERS: "127.0.0.1:9092",
  REDIS_URL: "redis://127.0.0.1",
  WHATSAPP_BUSINESS_NUMBER: "33700000000",
  APP_URL: "https://matinale.example",
  CONTENT_URL: "http://content",
  TRIAL_HASH_SECRET: "t".repeat(32),
};
const cloud = {
  WHATSAPP_PHONE_NUMBER_ID: "1",
  WHATSAPP_TOKEN: "t",
  WHATSAPP_APP_SECRET: "s",
  WHATSAPP_VERIFY_TOKEN: "v",
};
const waha = { WAHA_URL: "http://waha:3000", WAHA_API_KEY: "k", WAHA_HMAC_KEY: "h".repeat(16) };
const problems = (env: object) =>
  (schema.safeParse(env).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")} ${message}`,
  );

test("requires the variables of the chosen adapter; the Cloud API is the default", () => {
  expect(problems({ ...base, ...cloud })).toEqual([]);
  expect(problems({ ...base, WHATSAPP_ADAPTER: "waha", ...waha })).toEqual([]);
  expect(problems(base)).toEqual(
    Object.keys(cloud).map((name) => `${name} is needed with WHATSAPP_ADAPTER=cloud-api`),
  );
  expect(problems({ ...base, ...cloud, WHATSAPP_ADAPTER: "waha" })).toEqual(
    Object.keys(waha).map((name) => `${name} is needed with WHATSAPP_ADAPTER=waha`),
  );
});

test("keeps deliveries no longer than the privacy page says", () => {
  const days = retention.deliveryDays;
  expect(problems({ ...base, ...cloud, DELIVERY_RETENTION_DAYS: `${days}` })).toEqual([]);
  expect(problems({ ...base, ...cloud, DELIVERY_RETENTION_DAYS: `${days + 1}` })).toEqual([
    expect.stringMatching(/^DELIVERY_RETENTION_DAYS /),
  ]);
});

test("reports missing and invalid variables together, each once", () => {
  const wrong = { ...base, ...cloud, WHATSAPP_PHONE_NUMBER_ID: "x", REDIS_URL: "nowhere" };
  const { WHATSAPP_TOKEN: _, ...incomplete } = wrong;
  const names = problems(incomplete).map((line) => line.split(" ")[0]);
  expect(names.toSorted()).toEqual(["REDIS_URL", "WHATSAPP_PHONE_NUMBER_ID", "WHATSAPP_TOKEN"]);
});

test("a linked phone sends one message a second by default, and its webhook key has 16 characters or more", () => {
  const env = { ...base, WHATSAPP_ADAPTER: "waha", ...waha };
  expect(schema.parse(env)).toMatchObject({ WAHA_MESSAGES_PER_SECOND: 1, WAHA_SESSION: "default" });
  expect(problems({ ...env, WAHA_HMAC_KEY: "short" })).toHaveLength(1);
  expect(problems({ ...env, WAHA_HMAC_KEY: `${"h".repeat(16)},short` })).toHaveLength(1);
  expect(problems({ ...env, WAHA_HMAC_KEY: " , " })).toHaveLength(1);
  expect(problems({ ...env, WAHA_MESSAGES_PER_SECOND: "80" })).toHaveLength(1);
});

test("needs a secret for the hashes of numbers", () => {
  const { TRIAL_HASH_SECRET: _, ...without } = { ...base, ...cloud };
  expect(problems(without)).toEqual([expect.stringMatching(/^TRIAL_HASH_SECRET/)]);
});
