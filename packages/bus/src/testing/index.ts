import type { TopicName } from "@matinale/contracts";
import type { KafkaConfig } from "@matinale/kit";
import { silentLogger as logger } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { kafkaClient, withAdmin } from "../kafka-client.ts";
import { createMissing, wantedTopic } from "../topics.ts";

export { memoryBroker } from "./memory-bus.ts";

/** Creates these topics and their dead-letter topics, for tests about Kafka itself. */
export async function createTestTopics(
  config: KafkaConfig,
  names: readonly TopicName[],
  partitions = 1,
): Promise<void> {
  const wanted = names.flatMap((name) => wantedTopic(name, partitions));
  await withAdmin(kafkaClient(config, { service: "test", logger }), (admin) =>
    createMissing(admin, config.KAFKA_PREFIX, wanted, 1),
  );
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
