import { topicNames, type TopicName } from "@matinale/contracts";
import { deadLetterTopic, headerOf } from "@matinale/bus";
import type { Kafka, KafkaMessage } from "kafkajs";
import { readRecords } from "./read-records.ts";

/** A record that a handler could not process, as it lies in the dead-letter topic. */
export interface DeadLetter {
  /** `<topic>/<partition>/<offset>` of the dead-letter topic, without the prefix. */
  id: string;
  topic: TopicName;
  partition: number;
  offset: string;
  at: Date;
  /** Consumer group that gave it up. */
  group: string;
  attempts: string;
  reason: string;
  /** Redriven or superseded: nothing is left to do. */
  settled: boolean;
  record: KafkaMessage;
}

/** Header of the note that settles the letter at that offset of the same partition. */
export const settledHeader = "dlq-settled";

const topicOf = new Map(topicNames.map((name) => [deadLetterTopic(name), name]));

/**
 * Dead letters of these topics, oldest first. A letter cannot be taken out of Kafka before its 28 days
 * are over, so a note with its offset says when it was settled.
 */
export async function deadLetters(
  kafka: Kafka,
  { prefix, topics = topicNames }: { prefix: string; topics?: readonly TopicName[] },
): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  const settled = new Set<string>();
  const names = topics.map((topic) => prefix + deadLetterTopic(topic));
  await readRecords(kafka, names, { prefix }, ({ topic: full, partition, record }) => {
    const name = full.slice(prefix.length);
    const topic = topicOf.get(name);
    if (topic === undefined) return;
    const note = headerOf(record.headers, settledHeader);
    if (note !== "") {
      settled.add(`${name}/${partition}/${note}`);
      return;
    }
    letters.push({
      id: `${name}/${partition}/${record.offset}`,
      topic,
      partition,
      offset: record.offset,
      at: new Date(Number(record.timestamp)),
      group: headerOf(record.headers, "dlq-group"),
      attempts: headerOf(record.headers, "dlq-attempts"),
      reason: headerOf(record.headers, "dlq-reason"),
      settled: false,
      record,
    });
  });
  return letters
    .map((letter) => ({ ...letter, settled: settled.has(letter.id) }))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}
