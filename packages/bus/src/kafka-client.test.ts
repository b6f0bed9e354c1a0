import { expect, test } from "vitest";
import { accessOf } from "./kafka-client.ts";

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
