import { topics } from "@matinale/contracts";
import { silentLogger as logger, testKafka } from "@matinale/kit/testing";
import kafkajs, { type Admin } from "kafkajs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureTopics, kafkaClient, topicDifferences } from "./index.ts";

const config = testKafka("topics");
const prefix = config.KAFKA_PREFIX;
const admin: Admin = kafkaClient(config, { service: "test", logger }).admin();
const { ConfigResourceTypes } = kafkajs;
const day = 86_400_000;
const soon = { timeout: 20_000 };

async function settingsOf(topic: string): Promise<Record<string, string>> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name: prefix + topic }],
  });
  const entries = resources[0]?.configEntries ?? [];
  return Object.fromEntries(
    entries.map(({ configName, configValue }) => [configName, configValue]),
  );
}

beforeAll(async () => {
  await admin.connect();
  // as an earlier release made them, with a setting that the operator has added
  await admin.createTopics({
    topics: [
      {
        topic: `${prefix}preferences.changed`,
        numPartitions: 6,
        replicationFactor: 1,
        configEntries: [
          { name: "cleanup.policy", value: "compact" },
          { name: "retention.ms", value: "-1" },
          { name: "delete.retention.ms", value: String(31 * day) },
          { name: "min.cleanable.dirty.ratio", value: "0.2" },
        ],
      },
      {
        topic: `${prefix}message.sent`,
        numPartitions: 12,
        replicationFactor: 1,
        configEntries: [{ name: "retention.ms", value: String(365 * day) }],
      },
    ],
  });
  await ensureTopics(config, { logger });
});
afterAll(() => admin.disconnect());

test("creates every topic of the catalogue with its partitions and dead-letter topic", async () => {
  const { topics: found } = await admin.fetchTopicMetadata();
  for (const [name, topic] of Object.entries(topics)) {
    for (const each of [name, `${name}.dlq`]) {
      const made = found.find((candidate) => candidate.name === prefix + each);
      expect(made?.partitions).toHaveLength(topic.partitions);
    }
  }
});

test("sets compaction on an existing topic, and keeps the operator's settings", async () => {
  await expect
    .poll(async () => (await settingsOf("preferences.changed"))["segment.ms"])
    .toBe(String(6 * 3_600_000));
  const settings = await settingsOf("preferences.changed");
  expect(Number(settings["max.compaction.lag.ms"])).toBeLessThanOrEqual(day);
  expect(Number(settings["segment.ms"])).toBeLessThan(Number(settings["max.compaction.lag.ms"]));
  expect(settings).toMatchObject({
    "cleanup.policy": "compact",
    "retention.ms": "-1",
    "delete.retention.ms": String(31 * day),
    "min.cleanable.dirty.ratio": "0.2",
  });
});

test("sets the retention of the catalogue on an existing topic", async () => {
  await expect
    .poll(() => settingsOf("message.sent"), soon)
    .toMatchObject({ "retention.ms": String(28 * day) });
});

test("reports no difference afterwards, and one that was made by hand", async () => {
  const differences = () => topicDifferences(admin, prefix);
  await expect.poll(differences, soon).toEqual([]);
  const topic = `${prefix}user.changed`;
  const type = ConfigResourceTypes.TOPIC;
  const configEntries = [{ name: "cleanup.policy", value: "delete" }];
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type, name: topic, configEntries }],
  });
  await expect
    .poll(differences, soon)
    .toMatchObject([{ topic, differing: { "cleanup.policy": "compact" } }]);
  await ensureTopics(config, { logger });
  await expect.poll(differences, soon).toEqual([]);
});

test("accepts a record of the largest size with its reasons on a dead-letter topic", async () => {
  const settings = await settingsOf("preferences.changed.dlq");
  expect(settings).toMatchObject({ "cleanup.policy": "delete", "retention.ms": String(28 * day) });
  const { "max.message.bytes": most } = await settingsOf("preferences.changed");
  expect(Number(settings["max.message.bytes"])).toBeGreaterThan(Number(most));
});
