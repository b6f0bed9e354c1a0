import { createLogger, withContext } from "@matinale/kit";
import { expect, test } from "vitest";
import { accessOf, kafkaClient } from "./kafka-client.ts";

const KAFKA_BROKERS = ["kafka.example:9093"];

test("connects without TLS unless configured", () => {
  expect(accessOf({ KAFKA_BROKERS })).toEqual({ ssl: false });
  expect(accessOf({ KAFKA_BROKERS, KAFKA_SSL: true })).toEqual({ ssl: true });
});

test.each(["plain", "scram-sha-256", "scram-sha-512"] as const)(
  "authenticates by %s",
  (mechanism) => {
    const login = { KAFKA_SASL_USERNAME: "matinale", KAFKA_SASL_PASSWORD: "secret" };
    const config = { KAFKA_BROKERS, KAFKA_SSL: true, KAFKA_SASL_MECHANISM: mechanism, ...login };
    expect(accessOf(config)).toEqual({
      ssl: true,
      sasl: { mechanism, username: "matinale", password: "secret" },
    });
  },
);

test("logs what kafkajs reports as a warning, with our correlation id", () => {
  const lines: string[] = [];
  const service = "test";
  const logger = createLogger({ service, level: "info" }, { write: (line) => lines.push(line) });
  const kafka = kafkaClient({ KAFKA_BROKERS }, { service, logger });
  withContext({ correlationId: "c-1" }, () =>
    kafka.logger().error("Response Fetch", { correlationId: 7, broker: "b" }),
  );
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: "warn", msg: "Response Fetch", broker: "b", correlationId: "c-1", kafkaCall: 7 },
  ]);
});
