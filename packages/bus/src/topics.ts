import { setTimeout as pause } from "node:timers/promises";
import {
  compaction,
  deadLetters,
  sizes,
  topicNames,
  topics,
  type TopicName,
} from "@matinale/contracts";
import type { KafkaConfig, Logger } from "@matinale/kit";
import kafkajs, { type Admin } from "kafkajs";
import { kafkaClient } from "./kafka-client.ts";

export const deadLetterTopic = (topic: TopicName): string => `${topic}.dlq`;

type Settings = Readonly<Record<string, string>>;

// Node finds no named export for these two
const { ConfigResourceTypes, ConfigSource } = kafkajs;

const settings = (topic: { cleanup: "compact" | "delete"; retentionMs: number }): Settings => ({
  "cleanup.policy": topic.cleanup,
  "retention.ms": String(topic.retentionMs),
  "max.message.bytes": String(sizes.recordBatch),
  ...(topic.cleanup === "compact" && {
    "max.compaction.lag.ms": String(compaction.maxLagMs),
    "segment.ms": String(compaction.segmentMs),
    "delete.retention.ms": String(compaction.tombstonesMs),
  }),
});

/** A dead letter is its record plus headers with the reason. */
const deadLetterSettings: Settings = {
  ...settings(deadLetters),
  "max.message.bytes": String(sizes.recordBatch + sizes.deadLetterHeaders),
};

/** Every topic with its settings in the catalogue; names are without prefix. */
const wantedTopics = topicNames.flatMap((name) => {
  const { partitions } = topics[name];
  return [
    { name: name as string, partitions, settings: settings(topics[name]) },
    { name: deadLetterTopic(name), partitions, settings: deadLetterSettings },
  ];
});

const configEntriesOf = (wanted: Settings) =>
  Object.entries(wanted).map(([name, value]) => ({ name, value }));

/** A busy broker needs time to create sixty partitions: each is a folder with several files. */
const leaderTimeoutMs = 45_000;
const pauseMs = 250;
/** Shorter than the timeout of a request. kafkajs sends it again without the topics that exist by then. */
const createMs = 8_000;

/**
 * Waits until every topic has a leader for each partition: a new topic has none for a moment. Repeats only
 * the requests that failed, to keep the load of the broker low.
 */
async function waitForLeaders(admin: Admin, names: string[]): Promise<void> {
  const until = performance.now() + leaderTimeoutMs;
  let waiting = names;
  for (;;) {
    const results = await Promise.allSettled(waiting.map((name) => admin.fetchTopicOffsets(name)));
    const failed = results.find((result) => result.status === "rejected");
    if (failed === undefined) return;
    if (performance.now() > until) throw failed.reason;
    waiting = waiting.filter((_, index) => results[index]?.status === "rejected");
    await pause(pauseMs);
  }
}

/** A topic whose settings are not those of the catalogue. */
export interface TopicDifference {
  /** With the prefix. */
  topic: string;
  /** Settings that differ, with their values in the catalogue. */
  differing: Settings;
  /** Settings of the topic itself, by an operator or the catalogue; without the broker's defaults. */
  own: Settings;
}

/** Existing topics of the catalogue whose settings differ from it. */
export async function topicDifferences(admin: Admin, prefix: string): Promise<TopicDifference[]> {
  const wanted = new Map(wantedTopics.map(({ name, settings: each }) => [prefix + name, each]));
  const existing = (await admin.listTopics()).filter((name) => wanted.has(name));
  if (existing.length === 0) return [];
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: existing.map((name) => ({ type: ConfigResourceTypes.TOPIC, name })),
  });
  return resources.flatMap(({ resourceName: topic, configEntries }) => {
    const values = new Map(
      configEntries.map(({ configName, configValue }) => [configName, configValue]),
    );
    const differing = Object.entries(wanted.get(topic) ?? {}).filter(
      ([name, value]) => values.get(name) !== value,
    );
    if (differing.length === 0) return [];
    const own = configEntries
      .filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG)
      .map(({ configName, configValue }) => [configName, configValue]);
    return { topic, differing: Object.fromEntries(differing), own: Object.fromEntries(own) };
  });
}

/**
 * Gives existing topics the settings of the catalogue. AlterConfigs replaces all settings of a topic, so the
 * request contains the operator's other settings too.
 */
async function alterTopics(admin: Admin, prefix: string, logger: Logger): Promise<void> {
  const differences = await topicDifferences(admin, prefix);
  if (differences.length === 0) return;
  await admin.alterConfigs({
    validateOnly: false,
    resources: differences.map(({ topic, differing, own }) => ({
      type: ConfigResourceTypes.TOPIC,
      name: topic,
      configEntries: configEntriesOf({ ...own, ...differing }),
    })),
  });
  for (const { topic, differing } of differences) {
    logger.info({ topic, settings: differing }, "topic settings changed");
  }
}

/**
 * Creates the topics of the catalogue that do not exist yet, with their dead-letter topics, and gives
 * existing ones the settings of the catalogue; their partitions stay as they are. Safe to repeat.
 *
 * @param options.replicas copies of each partition; never more than there are brokers
 */
export async function ensureTopics(
  config: KafkaConfig,
  options: { logger: Logger; replicas?: number },
): Promise<void> {
  const { logger, replicas: replicationFactor = 1 } = options;
  const admin = kafkaClient(config, { service: "topics", logger }).admin();
  await admin.connect();
  try {
    // before new topics are created: all brokers know the existing ones already
    await alterTopics(admin, config.KAFKA_PREFIX, logger);
    const wanted = wantedTopics.map(({ name, partitions: numPartitions, settings: each }) => ({
      topic: config.KAFKA_PREFIX + name,
      numPartitions,
      replicationFactor,
      configEntries: configEntriesOf(each),
    }));
    await admin.createTopics({
      topics: wanted,
      waitForLeaders: false,
      timeout: createMs,
    });
    await waitForLeaders(
      admin,
      wanted.map(({ topic }) => topic),
    );
  } finally {
    await admin.disconnect();
  }
}
