import { Redis } from "ioredis";
import mongoose from "mongoose";
import type { DevServices } from "@matinale/dev-services";
import { kafkaClient, withAdmin } from "@matinale/bus";
import { silentLogger } from "@matinale/kit/testing";

/** Prefix of a run's names on servers that other runs share. */
export const prefixOf = (stamp: string): string => `bench-${stamp}.`;
export const databaseOf = (stamp: string): string => `matinale_bench_${stamp}`;

/** URL of Redis for a process whose keys begin with the prefix of this run. */
export function redisUrlOf({ redis }: DevServices, stamp: string): string {
  const url = new URL(redis.url);
  url.searchParams.set("keyPrefix", prefixOf(stamp));
  return url.href;
}

/** A connection to one database, beside the service that owns it. */
export const openDatabase = (url: string, dbName: string): Promise<mongoose.Connection> =>
  mongoose.createConnection(url, { dbName }).asPromise();

/** Deletes the databases, topics and keys of a run. */
export async function cleanUp(
  { kafka, mongodb, redis }: DevServices,
  stamp: string,
): Promise<void> {
  const prefix = prefixOf(stamp);
  const to = { KAFKA_BROKERS: kafka.url.split(",") };
  await withAdmin(kafkaClient(to, { service: "bench", logger: silentLogger }), async (admin) => {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    if (topics.length > 0) await admin.deleteTopics({ topics });
  });

  const server = await mongoose.createConnection(mongodb.url).asPromise();
  const { databases } = await server.listDatabases();
  for (const { name } of databases) {
    if (name.startsWith(databaseOf(stamp))) await server.useDb(name).dropDatabase();
  }
  await server.close();

  const store = new Redis(redis.url);
  for await (const keys of store.scanStream({ match: `${prefix}*` })) {
    if (keys.length > 0) await store.del(...keys);
  }
  store.disconnect();
}
