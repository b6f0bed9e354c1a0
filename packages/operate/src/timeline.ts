import { headerOf } from "@matinale/bus";
import { fromBinary, toJson, type JsonValue } from "@bufbuild/protobuf";
import { topicNames, topics, type TopicName } from "@matinale/contracts";
import { Partitioners, type Kafka, type KafkaMessage } from "kafkajs";
import { readRecords } from "./read-records.ts";

export interface Moment {
  at: Date;
  topic: TopicName;
  /** Joins this moment with the logs of every service. */
  correlationId: string;
  /** The event without its texts; null where the person was erased or the event cannot be read. */
  event: JsonValue;
}

const long = new Set(["texts", "more", "stories"]);

/** What a digest says is not needed to see whether it came, and takes pages. */
const withoutTexts = (event: JsonValue): JsonValue => {
  if (event === null || typeof event !== "object" || Array.isArray(event)) return event;
  const { userId: _userId, ...rest } = event;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      long.has(name) && Array.isArray(value) ? value.length : value,
    ]),
  );
};

function eventOf(topic: TopicName, { value }: KafkaMessage): JsonValue {
  if (value === null) return null;
  const { schema } = topics[topic];
  try {
    return withoutTexts(toJson(schema, fromBinary(schema, value)));
  } catch {
    return null;
  }
}

/**
 * What happened to one subscriber, oldest first, as far back as the topics reach. Events hold no e-mail
 * address, phone number or name, so neither does this. Reads one partition of each topic.
 */
export async function timeline(kafka: Kafka, prefix: string, userId: string): Promise<Moment[]> {
  const moments: Moment[] = [];
  const admin = kafka.admin();
  await admin.connect();
  const names = topicNames.map((name) => prefix + name);
  const metadata = await admin
    .fetchTopicMetadata({ topics: names })
    .finally(() => admin.disconnect());
  const choose = Partitioners.DefaultPartitioner();
  const partitionOf = (topic: string): number =>
    choose({
      topic,
      partitionMetadata: metadata.topics.find(({ name }) => name === topic)?.partitions ?? [],
      message: { key: userId, value: null },
    });
  await readRecords(kafka, names, { prefix, partitionOf }, ({ topic: full, record }) => {
    const topic = topicNames.find((name) => prefix + name === full);
    if (topic === undefined || record.key?.toString() !== userId) return;
    const at = new Date(headerOf(record.headers, "occurred-at"));
    moments.push({
      at: Number.isNaN(at.getTime()) ? new Date(Number(record.timestamp)) : at,
      topic,
      correlationId: headerOf(record.headers, "correlation-id"),
      event: eventOf(topic, record),
    });
  });
  return moments.sort((one, other) => one.at.getTime() - other.at.getTime());
}
