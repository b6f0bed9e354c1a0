import { once } from "node:events";
import { deadLetterTopic, topicDifferences, withAdmin } from "@matinale/bus";
import { topicNames, topics } from "@matinale/contracts";
import { createLogger } from "@matinale/kit";
import { connectMongo } from "@matinale/kit/mongo";
import { connectRedis, redisCheck, waitForRedis } from "@matinale/kit/redis";
import kafkajs, { type Admin, type Kafka } from "kafkajs";
import { CheckFailed, type CheckResult, timeoutMs } from "./check.ts";

/** A finding says what failed. */
const silent = createLogger({ service: "ops-cli", level: "silent" });

/** How many copies of a record Kafka has before it acknowledges it, in the topic that asks for fewest. */
async function acknowledgedCopies(admin: Admin, topicsOfOurs: readonly string[]): Promise<number> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topicsOfOurs.map((name) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name,
      configNames: ["min.insync.replicas"],
    })),
  });
  const values = resources.flatMap(({ configEntries }) => configEntries);
  return Math.min(...values.map(({ configValue }) => Number(configValue)));
}

/** Whether the topics are those of the catalogue. @param isProduction  warns about copies that a failure can lose */
export function kafkaTopics(
  kafka: Kafka,
  prefix: string,
  isProduction: boolean,
): Promise<CheckResult> {
  return withAdmin(kafka, async (admin) => {
    const existing = new Set(await admin.listTopics());
    const wanted = topicNames.flatMap((name) => [name, deadLetterTopic(name)]);
    const missing = wanted.filter((name) => !existing.has(prefix + name));
    if (missing.length > 0) {
      throw new CheckFailed(`no topic ${missing.join(", ")}: run create-topics of packages/bus`);
    }
    const { topics: found } = await admin.fetchTopicMetadata({
      topics: topicNames.map((name) => prefix + name),
    });
    const differing = found.filter(({ name, partitions }) => {
      const known = topicNames.find((each) => prefix + each === name);
      return known !== undefined && partitions.length !== topics[known].partitions;
    });
    if (differing.length > 0) {
      throw new CheckFailed(
        `number of partitions differs from the catalogue: ${differing.map(({ name }) => name).join(", ")}`,
      );
    }
    const differences = await topicDifferences(admin, prefix);
    if (differences.length > 0) {
      const settings = differences.map(
        ({ topic, differing: each }) => `${topic} (${Object.keys(each).join(", ")})`,
      );
      throw new CheckFailed(
        `settings differ from the catalogue: ${settings.join("; ")}: run create-topics of packages/bus`,
      );
    }
    const { brokers } = await admin.describeCluster();
    const copies = Math.min(
      ...found.flatMap(({ partitions }) => partitions.map(({ replicas }) => replicas.length)),
    );
    const inSync = await acknowledgedCopies(
      admin,
      found.map(({ name }) => name),
    );
    const risks = [
      ...(copies < 3 ? ["with fewer than 3 copies a broker that fails stops or loses events"] : []),
      ...(inSync < 2 ? ["set min.insync.replicas to 2, or a broker that fails loses events"] : []),
    ];
    const message = `${brokers.length} broker(s), ${wanted.length} topics as in the catalogue, ${copies} copy(ies) of each`;
    return isProduction && risks.length > 0
      ? { message: [message, ...risks].join("; "), isWarning: true }
      : { message };
  });
}

/** @param isProduction  warns about fewer than three members: writes are lost when a single server fails */
export async function mongo(uri: string, isProduction: boolean): Promise<CheckResult> {
  const connection = await connectMongo({ MONGODB_URI: uri, MONGODB_DATABASE: "admin" });
  try {
    const hello = await connection.db?.command({ hello: 1 });
    const at: unknown = hello?.["localTime"];
    const hosts: unknown = hello?.["hosts"];
    const members = Array.isArray(hosts) ? hosts.length : 0;
    const isAlone = isProduction && members < 3;
    const found = `wire version ${String(hello?.["maxWireVersion"])}, ${members === 0 ? "no replica set" : `replica set of ${members}`}`;
    return {
      message: isAlone ? `${found}; use three members, or a server that fails loses writes` : found,
      isWarning: isAlone,
      ...(at instanceof Date && { clock: { at, precisionMs: 1 } }),
    };
  } finally {
    await connection.close();
  }
}

/** What Redis may lose: sessions when it restarts, and any key when its memory is full. */
async function redisRisks(client: ReturnType<typeof connectRedis>): Promise<string[]> {
  // the user of the services may have no right to it
  const info = await client.info().catch(() => "");
  return [
    ...(/^aof_enabled:0/m.test(info) ? ["set appendonly yes, or a restart ends all sessions"] : []),
    ...(/^maxmemory_policy:(?!noeviction)/m.test(info) ? ["set maxmemory-policy noeviction"] : []),
  ];
}

/** @param isProduction  warns about settings that lose data */
export async function redis(url: string, isProduction: boolean): Promise<CheckResult> {
  const client = connectRedis(url, silent, { commandTimeout: timeoutMs });
  const failed = once(client, "error").then(([error]) => {
    throw error;
  });
  try {
    await Promise.race([waitForRedis(client, timeoutMs), failed]);
    await redisCheck(client, "doctor").check();
    const [seconds, micros] = await client.time();
    const at = new Date(Number(seconds) * 1_000 + Number(micros) / 1_000);
    const risks = isProduction ? await redisRisks(client) : [];
    return {
      message: ["accepts writes", ...risks].join("; "),
      isWarning: risks.length > 0,
      clock: { at, precisionMs: 1 },
    };
  } finally {
    client.disconnect();
  }
}
