import { topicNames, type TopicName } from "@matinale/contracts";
import { deadLetterTopic, headerOf } from "@matinale/bus";
import type { Kafka, KafkaMessage } from "kafkajs";
import { readRecords } from "./read-records.ts";

/** A record of a dead-letter topic: an event that a consumer could not process. */
export interface DeadLetter {
  /** `<topic>/<partition>/<offset>` of the dead-letter topic, without the prefix. */
  id: string;
  topic: TopicName;
  partition: number;
  offset: string;
  at: Date;
  /** Group of the consumer that failed: `<service>.<topic>`. */
  group: string;
  attempts: string;
  reason: string;
  /** Redriven or superseded: nothing is left to do. */
  resolved: boolean;
  record: KafkaMessage;
}

/** Header of a note. Its value is the offset, in the same partition, of the dead letter that is resolved. */
export const resolvedHeader = "dlq-resolved";

const topicOf = new Map(topicNames.map((name) => [deadLetterTopic(name), name]));

/**
 * Dead letters of these topics, oldest first. Kafka keeps a dead letter for 28 days, also when it is
 * resolved, so a redrive writes a note with its offset to the same partition.
 */
export async function deadLetters(
  kafka: Kafka,
  { prefix, topics = topicNames }: { prefix: string; topics?: readonly TopicName[] },
): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  const resolved = new Set<string>();
  const names = topics.map((topic) => prefix + deadLetterTopic(topic));
  await readRecords(kafka, names, { prefix }, ({ topic: full, partition, record }) => {
    const name = full.slice(prefix.length);
    const topic = topicOf.get(name);
    if (topic === undefined) return;
    const note = headerOf(record.headers, resolvedHeader);
    if (note !== "") resolved.add(`${name}/${partition}/${note}`);
    const reason = headerOf(record.headers, "dlq-reason");
    // every dead letter has a reason; to redrive any other record could publish a tombstone
    if (reason === "") return;
    letters.push({
      id: `${name}/${partition}/${record.offset}`,
      topic,
      partition,
      offset: record.offset,
      at: new Date(Number(record.timestamp)),
      group: headerOf(record.headers, "dlq-group"),
      attempts: headerOf(record.headers, "dlq-attempts"),
      reason,
      resolved: false,
      record,
    });
  });
  return letters
    .map((letter) => ({ ...letter, resolved: resolved.has(letter.id) }))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}
