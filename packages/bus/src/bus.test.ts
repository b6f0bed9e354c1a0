import { silentLogger as logger } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { consumer, consumerGroup, createBus } from "./index.ts";

const bus = createBus(
  { KAFKA_BROKERS: ["127.0.0.1:1"], KAFKA_PREFIX: "" },
  { service: "delivery", logger },
);
const handle = async () => undefined;

test("names a consumer group by service and topic", () => {
  expect(consumerGroup("delivery", "user.changed")).toBe("delivery.user.changed");
});

test("refuses two consumers of one topic", () => {
  const first = consumer({ topic: "user.changed", handle });
  const other = consumer({ topic: "audio.ready", handle });
  expect(bus.consume([first, other])).toHaveLength(2);
  expect(() => bus.consume([first, other, first])).toThrow(
    "delivery has two consumers of user.changed",
  );
});
