import { silentLogger as logger, testKafka } from "@matinale/kit/testing";
import type { KafkaMessage } from "kafkajs";
import { expect, test } from "vitest";
import { createBus, deadLetterTopic, kafkaClient, type Bus } from "./index.ts";
import { kafkaTransport } from "./kafka-transport.ts";
import { busConformance } from "./testing/conformance.ts";
import { createTestTopics } from "./testing/index.ts";

busConformance(async () => {
  const kafka = testKafka("bus");
  await createTestTopics(kafka, ["user.changed", "digest.requested"], 2);
  const buses = new Map<string, Bus>();
  const deadLetters: KafkaMessage[] = [];
  const transport = kafkaTransport(kafka, { service: "test", logger });
  const reader = kafkaClient(kafka, { service: "test", logger }).consumer({
    groupId: `${kafka.KAFKA_PREFIX}reader`,
    maxWaitTimeInMs: 100,
  });
  await reader.connect();
  const topic = kafka.KAFKA_PREFIX + deadLetterTopic("digest.requested");
  await reader.subscribe({ topic, fromBeginning: true });
  await reader.run({ eachMessage: async ({ message }) => void deadLetters.push(message) });
  return {
    bus: (service) => {
      const bus = buses.get(service) ?? createBus(kafka, { service, logger });
      buses.set(service, bus);
      return bus;
    },
    lags: () => transport.lags(),
    deadLetters: () => deadLetters,
    stop: async () => {
      await reader.disconnect();
      await transport.close();
      for (const bus of buses.values()) await bus.close();
    },
  };
});

test("consumes again after its client has crashed, and no more after it has stopped", async () => {
  const kafka = testKafka("crash");
  await createTestTopics(kafka, ["user.changed"]);
  const transport = kafkaTransport(kafka, { service: "test", logger });
  let attempts = 0;
  const worker = transport.subscribe({
    topic: "user.changed",
    group: "test.user.changed",
    handle: async () => {
      attempts += 1;
      // kafkajs ends a consumer whose handler has thrown this
      if (attempts === 1) throw new TypeError("not a failure of Kafka");
    },
  });
  await worker.start();
  const publish = () =>
    transport.publish([{ topic: "user.changed", messages: [{ key: "ada", value: "x" }] }]);
  await publish();
  await expect.poll(() => attempts, { timeout: 30_000 }).toBe(2);
  await worker.stop();
  await publish();
  expect(attempts).toBe(2);
  await transport.close();
});
