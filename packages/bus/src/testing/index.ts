import type { TopicName } from "@matinale/contracts";
import type { KafkaConfig } from "@matinale/kit";
import { silentLogger as logger } from "@matinale/kit/testing";
import { kafkaClient, withAdmin } from "../kafka-client.ts";
import { createMissing, topicPair } from "../topics.ts";

export { memoryBroker } from "./memory-bus.ts";

/** Creates these topics and their dead-letter topics, for tests about Kafka itself. */
export async function createTestTopics(
  config: KafkaConfig,
  names: readonly TopicName[],
  partitions = 1,
): Promise<void> {
  const wanted = names.flatMap((name) => topicPair(name, partitions));
  await withAdmin(kafkaClient(config, { service: "test", logger }), (admin) =>
    createMissing(admin, config.KAFKA_PREFIX, wanted, 1),
  );
}
