import { expect, test } from "vitest";
import { z } from "zod";
import { baseEnv, ConfigError, kafkaEnv, mongoEnv, parseConfig } from "./index.ts";

const schema = z.object({ ...baseEnv, ...mongoEnv, ...kafkaEnv });
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

test("a valid environment is read with its defaults", () => {
  expect(parseConfig(schema, valid)).toMatchObject({
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    KAFKA_BROKERS: ["127.0.0.1:9092", "127.0.0.1:9093"],
    KAFKA_PREFIX: "",
  });
});

test("every problem is named at once, and no value is", () => {
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
