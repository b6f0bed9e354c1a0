import { silentLogger as logger, testKafka } from "@matinale/kit/testing";
import type { KafkaMessage } from "kafkajs";
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
