import { expect, test } from "vitest";
import { z } from "zod";
import { baseEnv, ConfigError, kafkaEnv, mongoEnv, parseConfig, secretList } from "./index.ts";

const schema = z.object({
  ...baseEnv,
  ...mongoEnv,
  ...kafkaEnv,
  SECRETS: secretList(8).exactOptional(),
});
const valid = {
  PORT: "0",
  METRICS_PORT: "0",
  INTERNAL_TOKEN_SECRET: "s".repeat(32),
  MONGODB_URI: "mongodb://127.0.0.1:27017",
  MONGODB_DATABASE: "matinale_test",
  KAFKA_BROKERS: "127.0.0.1:9092, 127.0.0.1:9093",
};

const problemsOf = (env: Record<string, string | undefined>): readonly string[] => {
  try {
    parseConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

test("reads a valid environment with its defaults", () => {
  expect(parseConfig(schema, valid)).toMatchObject({
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    KAFKA_BROKERS: ["127.0.0.1:9092", "127.0.0.1:9093"],
    KAFKA_PREFIX: "",
  });
});

test.each(["127.0.0.1:9092,", "kafka", "kafka:", "a:9092;b:9092"])(
  "refuses the brokers %s",
  (KAFKA_BROKERS) => {
    expect(problemsOf({ ...valid, KAFKA_BROKERS })).toEqual([
      "KAFKA_BROKERS: must be host:port, separated by commas",
    ]);
  },
);

test("says that one secret of a list is too short", () => {
  expect(problemsOf({ ...valid, SECRETS: "long enough,short" })).toEqual([
    "SECRETS: needs at least 8 characters",
  ]);
});

test("requires complete broker credentials, and TLS for a password", () => {
  const credentials = { KAFKA_SASL_USERNAME: "matinale", KAFKA_SASL_PASSWORD: "hunter2" };
  expect(problemsOf({ ...valid, ...credentials })).toEqual([
    "KAFKA_SASL_USERNAME: is ignored without KAFKA_SASL_MECHANISM",
    "KAFKA_SASL_PASSWORD: is ignored without KAFKA_SASL_MECHANISM",
  ]);
  expect(problemsOf({ ...valid, KAFKA_SASL_MECHANISM: "scram-sha-512" })).toEqual([
    "KAFKA_SASL_USERNAME: is missing, KAFKA_SASL_MECHANISM requires it",
    "KAFKA_SASL_PASSWORD: is missing, KAFKA_SASL_MECHANISM requires it",
  ]);
  const plain = { ...valid, ...credentials, KAFKA_SASL_MECHANISM: "plain" };
  expect(problemsOf(plain)).toEqual([
    "KAFKA_SSL: must be true, because KAFKA_SASL_MECHANISM=plain sends the password",
  ]);
  expect(problemsOf({ ...plain, KAFKA_SSL: "true" })).toEqual([]);
});

test("names every problem at once, without values", () => {
  const secret = "hunter2";
  const problems = problemsOf({
    ...valid,
    INTERNAL_TOKEN_SECRET: secret,
    PORT: "x",
    MONGODB_URI: "",
  });
  expect(problems.map((line) => line.split(":")[0])).toEqual([
    "PORT",
    "INTERNAL_TOKEN_SECRET",
    "MONGODB_URI",
  ]);
  expect(problems).toContain("MONGODB_URI: is missing");
  expect(problems.join()).not.toContain(secret);
});
