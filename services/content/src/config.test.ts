import { expect, test } from "vitest";
import { schema } from "./config.ts";

const secret = "s".repeat(32);
const env = {
  PORT: "0",
  METRICS_PORT: "0",
  INTERNAL_TOKEN_SECRET: secret,
  MEDIA_SECRET: secret,
  MONGODB_URI: "mongodb://127.0.0.1",
  MONGODB_DATABASE: "content",
  KAFKA_BROKERS: "127.0.0.1:9092",
};

test.each([
  ["production", "http://127.0.0.1:1/v1", false],
  ["production", "https://eu.api.openai.com/v1", true],
  ["development", "http://127.0.0.1:1/v1", true],
])("in %s, accepts a model at %s: %s", (NODE_ENV, OPENAI_BASE_URL, accepted) => {
  expect(schema.safeParse({ ...env, NODE_ENV, OPENAI_BASE_URL }).success).toBe(accepted);
});
