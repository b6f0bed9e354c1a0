import { headerOf, withAdmin } from "@matinale/bus";
import { fromBinary, toJson, type JsonValue } from "@bufbuild/protobuf";
import { topicNames, topics, type TopicName } from "@matinale/contracts";
import { Partitioners, type Kafka, type KafkaMessage } from "kafkajs";
import { readRecords } from "./read-records.ts";

export interface TimelineEntry {
  at: Date;
  topic: TopicName;
  /** Finds the log lines of every service about this event. */
  correlationId: string;
  /** The event without its texts; null for a tombstone and for an event that cannot be decoded. */
  event: JsonValue;
}

const longLists = new Set(["texts", "more", "stories"]);

/** Replaces a digest's long lists by their length: what matters here is whether the digest came. */
const withoutTexts = (event: JsonValue): JsonValue => {
  if (event === null || typeof event !== "object" || Array.isArray(event)) return event;
  const { userId: _userId, ...rest } = event;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      longLists.has(name) && Array.isArray(value) ? value.length : value,
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
 * Every event about one subscriber that Kafka still has, oldest first. Events contain no e-mail address, phone
 * number or name, so the timeline contains none. Reads one partition of each topic.
 */
export async function timeline(
  kafka: Kafka,
  prefix: string,
  userId: string,
): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  const names = topicNames.map((name) => prefix + name);
  const metadata = await withAdmin(kafka, (admin) => admin.fetchTopicMetadata({ topics: names }));
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
    entries.push({
      at: Number.isNaN(at.getTime()) ? new Date(Number(record.timestamp)) : at,
      topic,
      correlationId: headerOf(record.headers, "correlation-id"),
      event: eventOf(topic, record),
    });
  });
  return entries.sort((one, other) => one.at.getTime() - other.at.getTime());
}
