import { deadLetterTopic, headerOf } from "@matinale/bus";
import { topics } from "@matinale/contracts";
import { CompressionTypes, Partitioners, type IHeaders, type Kafka } from "kafkajs";
import { resolvedHeader, type DeadLetter } from "./dead-letters.ts";
import { readRecords } from "./read-records.ts";

export type Redriven = { id: string; outcome: "published again" | "superseded" };

const keyOf = ({ record }: DeadLetter): string => record.key?.toString() ?? "";

/**
 * Id of the newest event of each key on the compacted topics. An older event that is published again would
 * become the newest one of its key: a consumer that reads the topic from the beginning would get old state.
 */
async function newestEvents(kafka: Kafka, prefix: string, letters: readonly DeadLetter[]) {
  const compacted = letters.filter(({ topic }) => topics[topic].cleanup === "compact");
  const keys = new Set(compacted.map(keyOf));
  const events = new Map<string, string>();
  const names = [...new Set(compacted.map(({ topic }) => prefix + topic))];
  if (names.length === 0) return events;
  await readRecords(kafka, names, { prefix }, ({ topic, record }) => {
    const key = record.key?.toString() ?? "";
    if (keys.has(key)) events.set(`${topic} ${key}`, headerOf(record.headers, "event-id"));
  });
  return events;
}

const originalHeaders = (headers: IHeaders = {}): IHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("dlq-")));

/**
 * Publishes dead letters again on the topic that they came from, and marks them as resolved. State that a newer
 * event of the same key has superseded is only marked. Handlers are safe to repeat, so a redrive that was
 * interrupted can be repeated; an event that fails again becomes a new dead letter.
 */
export async function redrive(
  kafka: Kafka,
  prefix: string,
  letters: readonly DeadLetter[],
): Promise<Redriven[]> {
  const newest = await newestEvents(kafka, prefix, letters);
  const producer = kafka.producer({
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
  });
  await producer.connect();
  try {
    const done: Redriven[] = [];
    for (const letter of letters) {
      const { topic, partition, offset, record, id } = letter;
      const last = newest.get(`${prefix}${topic} ${keyOf(letter)}`);
      const superseded = last !== undefined && last !== headerOf(record.headers, "event-id");
      if (!superseded) {
        const headers = originalHeaders(record.headers);
        const copy = { key: record.key, value: record.value, headers };
        const compression = CompressionTypes.GZIP;
        await producer.send({ topic: prefix + topic, acks: -1, compression, messages: [copy] });
      }
      const note = {
        partition,
        key: record.key,
        value: null,
        headers: { [resolvedHeader]: offset },
      };
      await producer.send({ topic: prefix + deadLetterTopic(topic), acks: -1, messages: [note] });
      done.push({ id, outcome: superseded ? "superseded" : "published again" });
    }
    return done;
  } finally {
    await producer.disconnect();
  }
}
