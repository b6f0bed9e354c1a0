import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { Kafka, logLevel } from "kafkajs";
import { createConnection } from "mongoose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startDevServices } from "./dev-services.ts";
import type { DevServices } from "./dev-services.ts";
import { stopDevServicesIn } from "./stop-leftovers.ts";

// Its own engines, not those of the other integration tests; native ones, since containers look after themselves.
const env = {
  ...process.env,
  BACKING: "native",
  KAFKA_BROKERS: "",
  MONGODB_URI: "",
  REDIS_URL: "",
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinale-backing-"));
});
afterEach(async () => {
  await stopDevServicesIn(folder);
  await rm(folder, { recursive: true });
});

/** Processes that have this folder in their command line or as their working folder. */
async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return commands.filter((command) => command.includes(folder));
}

async function topicsOf({ kafka }: DevServices): Promise<string[]> {
  const admin = new Kafka({ brokers: [kafka.url], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await admin.listTopics();
  } finally {
    await admin.disconnect();
  }
}

async function addTopic({ kafka }: DevServices, topic: string): Promise<void> {
  const admin = new Kafka({ brokers: [kafka.url], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic }], waitForLeaders: true });
  await admin.disconnect();
}

const inMongo = async <T>(
  { mongodb }: DevServices,
  work: (things: Things) => Promise<T>,
): Promise<T> => {
  const connection = await createConnection(mongodb.url, {
    dbName: "backing",
    serverSelectionTimeoutMS: 5000,
  }).asPromise();
  try {
    return await work(connection.collection("things"));
  } finally {
    await connection.close();
  }
};
type Things = ReturnType<ReturnType<typeof createConnection>["collection"]>;

async function inRedis<T>({ redis }: DevServices, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(redis.url);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

test("what was stored is there after a stop, and after every process was killed", async () => {
  const first = await startDevServices({ folder, durable: true, env });
  await addTopic(first, "kept");
  await inMongo(first, (things) => things.insertOne({ kept: true }));
  await inRedis(first, (client) => client.set("kept", "yes"));
  await first.stop();
  expect(await processesIn(folder)).toEqual([]);

  const second = await startDevServices({ folder, durable: true, env });
  expect(await topicsOf(second)).toContain("kept");
  expect(await inMongo(second, (things) => things.countDocuments({ kept: true }))).toBe(1);
  expect(await inRedis(second, (client) => client.get("kept"))).toBe("yes");

  const members = [second.kafka, second.mongodb, second.redis].flatMap((engine) => engine.members);
  const killed = members.map(({ pid }) => pid);
  for (const pid of killed) process.kill(pid!, "SIGKILL");
  await vi.waitFor(() =>
    expect(members.map(({ pid }) => pid)).toEqual(members.map(() => undefined)),
  );
  for (const member of members) await vi.waitFor(() => member.start(), { timeout: 20_000 });
  expect(members.some(({ pid }) => killed.includes(pid))).toBe(false);
  expect(await topicsOf(second)).toContain("kept");
  expect(await inMongo(second, (things) => things.countDocuments({ kept: true }))).toBe(1);
  await second.stop();
}, 60_000);

test("one that runs already is taken over, by whoever asks", async () => {
  const ports = {
    kafka: 21_101,
    kafkaController: 21_102,
    mongodb: 21_103,
    postgres: 21_104,
    redis: 21_105,
  };
  const first = await startDevServices({ folder, ports, env });
  const second = await startDevServices({ folder, ports, env });
  const pids = ({ kafka, mongodb, redis }: DevServices) =>
    [kafka, mongodb, redis].flatMap(({ members }) => members.map(({ pid }) => pid));
  expect(pids(second)).toEqual(pids(first));
  await second.stop();
  expect(pids(first)).toEqual(pids(first).map(() => undefined));
});

test("when one cannot start, nothing is left of the others", async () => {
  const nowhere = { ...env, REDIS_URL: "redis://127.0.0.1:9" };
  await expect(startDevServices({ folder, env: nowhere })).rejects.toThrow(
    "REDIS_URL is set, but nothing listens there",
  );
  expect(await processesIn(folder)).toEqual([]);
});

test("thirty writers race for one key: one wins, the others are told which key", async () => {
  const backing = await startDevServices({ folder, env });
  await inMongo(backing, async (things) => {
    await things.createIndex({ slot: 1 }, { unique: true });
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => things.insertOne({ slot: "08:00" })),
    );
    const refusals = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason] : [],
    );
    expect(refusals).toHaveLength(29);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 11_000, keyPattern: { slot: 1 } });
  });
  await backing.stop();
});
