import type { TopicName } from "@matinale/contracts";
import type { KafkaConfig } from "@matinale/kit";
import { silentLogger as logger } from "@matinale/kit/testing";
import type { Admin } from "kafkajs";
import type { Connection } from "mongoose";
import { consumerGroup } from "../consumer.ts";
import { kafkaClient } from "../kafka-client.ts";
import { createMissing, wantedTopic } from "../topics.ts";

export { memoryBroker, type MemoryBroker } from "./memory-bus.ts";

/** Creates these topics and their dead-letter topics, for tests about Kafka itself. */
export const createTestTopics = (
  config: KafkaConfig,
  names: readonly TopicName[],
  partitions = 1,
): Promise<void> =>
  asAdmin(config, (admin) => {
    const wanted = names.flatMap((name) => wantedTopic(name, partitions));
    return createMissing(admin, config.KAFKA_PREFIX, wanted, 1);
  });

/** Whether a service's consumers of these topics have handled every record that the topics hold now. */
export const isCaughtUp = (
  config: KafkaConfig,
  service: string,
  topics: readonly TopicName[],
): Promise<boolean> =>
  asAdmin(config, async (admin) => {
    for (const name of topics) {
      const topic = config.KAFKA_PREFIX + name;
      const groupId = config.KAFKA_PREFIX + consumerGroup(service, name);
      const [ends, [stored]] = await Promise.all([
        admin.fetchTopicOffsets(topic),
        admin.fetchOffsets({ groupId, topics: [topic] }),
      ]);
      const done = new Map(stored?.partitions.map(({ partition, offset }) => [partition, offset]));
      const isBehind = ends.some(
        ({ partition, high }) => Number(high) > Math.max(0, Number(done.get(partition) ?? 0)),
      );
      if (isBehind) return false;
    }
    return true;
  });

async function asAdmin<T>(config: KafkaConfig, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafkaClient(config, { service: "test", logger }).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** Every document of a database that holds this text anywhere, by collection. */
export async function documentsWith(
  connection: Connection,
  text: string,
): Promise<Record<string, unknown[]>> {
  const collections = await connection.listCollections();
  const found = await Promise.all(
    collections.map(async ({ name }) => {
      const documents = await connection.collection(name).find().toArray();
      return [name, documents.filter((each) => JSON.stringify(each).includes(text))] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, documents]) => documents.length > 0));
}
