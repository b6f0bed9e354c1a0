import type { TopicName } from "@matinale/contracts";
import type { KafkaConfig } from "@matinale/kit";
import { silentLogger as logger } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { kafkaClient } from "../kafka-client.ts";

/** Whether consumer groups, named without prefix, have handled everything that their topics hold now. */
export async function isCaughtUp(
  config: KafkaConfig,
  groups: Readonly<Record<string, TopicName>>,
): Promise<boolean> {
  const admin = kafkaClient(config, { service: "test", logger }).admin();
  await admin.connect();
  try {
    for (const [group, name] of Object.entries(groups)) {
      const topic = config.KAFKA_PREFIX + name;
      const groupId = config.KAFKA_PREFIX + group;
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
