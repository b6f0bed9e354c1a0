import {
  compaction,
  deadLetters,
  sizes,
  topicNames,
  topics,
  type TopicName,
} from "@matinale/contracts";
import type { KafkaConfig, Logger } from "@matinale/kit";
import { ConstantBackoff, handleAll, retry } from "cockatiel";
import kafkajs, { type Admin } from "kafkajs";
import { kafkaClient, withAdmin } from "./kafka-client.ts";

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

/** A topic and its dead-letter topic, as in the catalogue, named without prefix. */
export const topicPair = (name: TopicName, partitions: number = topics[name].partitions) => [
  { name, partitions, settings: settings(topics[name]) },
  { name: deadLetterTopic(name), partitions, settings: deadLetterSettings },
];

const wantedTopics = topicNames.flatMap((name) => topicPair(name));

const configEntriesOf = (wanted: Settings) =>
  Object.entries(wanted).map(([name, value]) => ({ name, value }));

/** For 45 s: a busy broker needs time to create sixty partitions, each a folder with several files. */
const untilThereIsALeader = retry(handleAll, {
  maxAttempts: 180,
  backoff: new ConstantBackoff(250),
});
/** Shorter than the timeout of a request. kafkajs sends it again without the topics that exist by then. */
const createMs = 8_000;

/** Creates those that do not exist, and waits until every partition has a leader. */
export async function createMissing(
  admin: Admin,
  prefix: string,
  wanted: ReturnType<typeof topicPair>,
  replicationFactor: number,
): Promise<void> {
  await admin.createTopics({
    topics: wanted.map(({ name, partitions: numPartitions, settings: each }) => ({
      topic: prefix + name,
      numPartitions,
      replicationFactor,
      configEntries: configEntriesOf(each),
    })),
    waitForLeaders: false,
    timeout: createMs,
  });
  for (const { name } of wanted) {
    await untilThereIsALeader.execute(() => admin.fetchTopicOffsets(prefix + name));
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

/** Gives topics the settings of the catalogue, with the operator's others: AlterConfigs replaces all of them. */
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
  const { logger, replicas = 1 } = options;
  await withAdmin(kafkaClient(config, { service: "topics", logger }), async (admin) => {
    // before new topics are created: all brokers know the existing ones already
    await alterTopics(admin, config.KAFKA_PREFIX, logger);
    await createMissing(admin, config.KAFKA_PREFIX, wantedTopics, replicas);
  });
}
