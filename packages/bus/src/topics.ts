import { setTimeout as pause } from "node:timers/promises";
import { deadLetters, topicNames, topics, type TopicName } from "@matinale/contracts";
import type { KafkaConfig, Logger } from "@matinale/kit";
import type { Admin } from "kafkajs";
import { kafkaClient } from "./kafka-client.ts";

export const deadLetterTopic = (topic: TopicName): string => `${topic}.dlq`;

/** A backup may be 30 days old, and whoever restores it asks the topic who was erased since. */
const tombstonesMs = 31 * 86_400_000;

const settings = (topic: { cleanup: "compact" | "delete"; retentionMs: number }) => [
  { name: "cleanup.policy", value: topic.cleanup },
  { name: "retention.ms", value: String(topic.retentionMs) },
  ...(topic.cleanup === "compact"
    ? [{ name: "delete.retention.ms", value: String(tombstonesMs) }]
    : []),
];

/** A busy broker takes its time with sixty partitions; each is a folder and several files. */
const patienceMs = 45_000;
const pauseMs = 250;
/** Shorter than a request may take; tried again, and what is there by then is left. */
const createMs = 8_000;

/**
 * A new partition is refused by its broker for a moment: waits until every one answers. Only those
 * that did not are asked again, so that asking does not keep the broker from answering.
 */
async function led(admin: Admin, names: string[]): Promise<void> {
  const until = performance.now() + patienceMs;
  let waiting = names;
  for (;;) {
    const answers = await Promise.allSettled(waiting.map((name) => admin.fetchTopicOffsets(name)));
    const refused = answers.find((answer) => answer.status === "rejected");
    if (refused === undefined) return;
    if (performance.now() > until) throw refused.reason;
    waiting = waiting.filter((_, index) => answers[index]?.status === "rejected");
    await pause(pauseMs);
  }
}

/**
 * Creates the topics of the catalogue that do not exist yet, with their dead-letter topics. Safe to
 * repeat; existing topics are left as they are.
 *
 * @param options.replicas copies of each partition; never more than there are brokers
 */
export async function ensureTopics(
  config: KafkaConfig,
  options: { logger: Logger; replicas?: number },
): Promise<void> {
  const admin = kafkaClient(config, { service: "topics", logger: options.logger }).admin();
  await admin.connect();
  try {
    const wanted = topicNames.flatMap((name) => {
      const { partitions: numPartitions, ...topic } = topics[name];
      const replicationFactor = options.replicas ?? 1;
      const shape = { numPartitions, replicationFactor };
      return [
        { topic: config.KAFKA_PREFIX + name, ...shape, configEntries: settings(topic) },
        {
          topic: config.KAFKA_PREFIX + deadLetterTopic(name),
          ...shape,
          configEntries: settings(deadLetters),
        },
      ];
    });
    await admin.createTopics({
      topics: wanted,
      waitForLeaders: false,
      timeout: createMs,
    });
    await led(
      admin,
      wanted.map(({ topic }) => topic),
    );
  } finally {
    await admin.disconnect();
  }
}
