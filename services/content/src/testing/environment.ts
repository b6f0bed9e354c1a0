import { testSecret } from "@matinale/kit/testing";

/** The variables that the service requires, for tests of its configuration. */
export const requiredEnvironment = {
  PORT: "0",
  METRICS_PORT: "0",
  INTERNAL_TOKEN_SECRET: testSecret,
  MEDIA_SECRET: testSecret,
  APP_URL: "https://matinale.example",
  MONGODB_URI: "mongodb://127.0.0.1",
  MONGODB_DATABASE: "content",
  KAFKA_BROKERS: "127.0.0.1:9092",
};
