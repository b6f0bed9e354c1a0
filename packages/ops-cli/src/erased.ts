import type { Kafka } from "kafkajs";
import { readRecords } from "./read-records.ts";

/**
 * Ids of the people who were erased since `from`, or ever: a restore from a backup brings their data back.
 *
 * @throws KafkaJSProtocolError  when the topic user.changed does not exist
 */
export async function erased(kafka: Kafka, prefix: string, from: Date | null): Promise<string[]> {
  const last = new Map<string, boolean>();
  await readRecords(kafka, [`${prefix}user.changed`], { prefix }, ({ record }) => {
    const isRecent = from === null || Number(record.timestamp) >= from.getTime();
    last.set(record.key?.toString() ?? "", record.value === null && isRecent);
  });
  return [...last].flatMap(([id, isErased]) => (isErased ? [id] : []));
}
