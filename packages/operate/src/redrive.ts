import { deadLetterTopic, headerOf } from "@matinale/bus";
import { topics } from "@matinale/contracts";
import { CompressionTypes, Partitioners, type IHeaders, type Kafka } from "kafkajs";
import { settledHeader, type DeadLetter } from "./dead-letters.ts";
import { readRecords } from "./read-records.ts";

export type Redriven = { id: string; outcome: "sent again" | "superseded" };

const keyOf = ({ record }: DeadLetter): string => record.key?.toString() ?? "";

/**
 * The newest event of each key on a state topic. To publish an older one again would make it the last
 * word on that key: whoever reads the compacted topic afresh would get the past.
 */
async function newest(kafka: Kafka, prefix: string, letters: readonly DeadLetter[]) {
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

const original = (headers: IHeaders = {}): IHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("dlq-")));

/**
 * Publishes dead letters again on the topic they came from and notes that they are settled. State that
 * a newer event of the same key has replaced is only settled. Handlers bear repetition, so a redrive
 * that breaks off in the middle can be done again; what still cannot be processed becomes a new letter.
 */
export async function redrive(
  kafka: Kafka,
  prefix: string,
  letters: readonly DeadLetter[],
): Promise<Redriven[]> {
  const latest = await newest(kafka, prefix, letters);
  const producer = kafka.producer({
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
  });
  await producer.connect();
  try {
    const done: Redriven[] = [];
    for (const letter of letters) {
      const { topic, partition, offset, record, id } = letter;
      const last = latest.get(`${prefix}${topic} ${keyOf(letter)}`);
      const superseded = last !== undefined && last !== headerOf(record.headers, "event-id");
      if (!superseded) {
        const again = { key: record.key, value: record.value, headers: original(record.headers) };
        const compression = CompressionTypes.GZIP;
        await producer.send({ topic: prefix + topic, acks: -1, compression, messages: [again] });
      }
      const note = {
        partition,
        key: record.key,
        value: null,
        headers: { [settledHeader]: offset },
      };
      await producer.send({ topic: prefix + deadLetterTopic(topic), acks: -1, messages: [note] });
      done.push({ id, outcome: superseded ? "superseded" : "sent again" });
    }
    return done;
  } finally {
    await producer.disconnect();
  }
}
