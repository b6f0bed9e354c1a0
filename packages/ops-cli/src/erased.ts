import type { Kafka } from "kafkajs";
import { readRecords } from "./read-records.ts";

/**
 * Ids of the people who were erased since `from`, or ever: a restore from a backup brings their data back. Lists them
 * also when the restored service has published them again, until Kafka compacts the topic.
 *
 * @throws KafkaJSProtocolError  when the topic user.changed does not exist
 */
export async function erased(kafka: Kafka, prefix: string, from: Date | null): Promise<string[]> {
  const ids = new Set<string>();
  await readRecords(kafka, [`${prefix}user.changed`], { prefix }, ({ record }) => {
    const isRecent = from === null || Number(record.timestamp) >= from.getTime();
    if (record.value === null && isRecent) ids.add(record.key?.toString() ?? "");
  });
  return [...ids];
}
