import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { Kafka, logLevel } from "kafkajs";
import { createConnection } from "mongoose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startDevServices, type DevServices } from "./dev-services.ts";
import { freePort } from "./ports.ts";
import { stopDevServicesIn } from "./process/stop-leftovers.ts";

// Starts its own services instead of sharing those of the other integration tests. Native: the tests kill processes.
const native = { ...process.env, BACKING: "native" };
const env = { ...native, KAFKA_BROKERS: "", MONGODB_URI: "", REDIS_URL: "" };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinale à l’essai "));
});
afterEach(async () => {
  await stopDevServicesIn(folder);
  await rm(folder, { recursive: true });
});

/** Command lines of the processes that have this folder in their arguments. */
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
  use: (things: Things) => Promise<T>,
): Promise<T> => {
  const connection = await createConnection(mongodb.url, {
    dbName: "dev_services",
    serverSelectionTimeoutMS: 5000,
  }).asPromise();
  try {
    return await use(connection.collection("things"));
  } finally {
    await connection.close();
  }
};
type Things = ReturnType<ReturnType<typeof createConnection>["collection"]>;

async function inRedis<T>({ redis }: DevServices, use: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(redis.url);
  try {
    return await use(client);
  } finally {
    client.disconnect();
  }
}

const pidsOf = ({ kafka, mongodb, redis }: DevServices) =>
  [kafka, mongodb, redis].flatMap(({ members }) => members.map(({ pid }) => pid));

test("a second start reuses the running processes; stored data survives a stop and the kill of every process", async () => {
  const ports = {
    kafka: await freePort(),
    kafkaController: await freePort(),
    mongodb: await freePort(),
    postgres: await freePort(),
    redis: await freePort(),
  };
  const first = await startDevServices({ folder, ports, durable: true, env });
  const again = await startDevServices({ folder, ports, durable: true, env });
  expect(pidsOf(again)).toEqual(pidsOf(first));
  await addTopic(first, "kept");
  await inMongo(first, (things) => things.insertOne({ kept: true }));
  await inRedis(first, (client) => client.set("kept", "yes"));
  await again.stop();
  expect(pidsOf(first)).toEqual(pidsOf(first).map(() => undefined));
  expect(await processesIn(folder)).toEqual([]);
  expect(await readdir(join(folder, "kafka/data"))).toContain("kept-0");

  // the machine has got Docker meanwhile
  const programs = join(folder, "programs");
  await mkdir(programs);
  const docker = join(programs, "docker");
  await writeFile(docker, '#!/bin/sh\necho "$1" >> "$0.calls"\n', { mode: 0o755 });
  const withDocker = { ...env, BACKING: "", PATH: `${programs}:${process.env["PATH"]}` };
  const second = await startDevServices({ folder, durable: true, env: withDocker });
  expect(await readFile(`${docker}.calls`, "utf8")).toBe("version\n");
  expect(await topicsOf(second)).toContain("kept");
  expect(await inMongo(second, (things) => things.countDocuments({ kept: true }))).toBe(1);
  expect(await inRedis(second, (client) => client.get("kept"))).toBe("yes");

  const members = [second.kafka, second.mongodb, second.redis].flatMap((engine) => engine.members);
  const killed = pidsOf(second);
  for (const pid of killed) process.kill(pid!, "SIGKILL");
  await vi.waitFor(() => expect(pidsOf(second)).toEqual(killed.map(() => undefined)));
  for (const member of members) await vi.waitFor(() => member.start(), { timeout: 20_000 });
  expect(members.some(({ pid }) => killed.includes(pid))).toBe(false);
  expect(await topicsOf(second)).toContain("kept");
  expect(await inMongo(second, (things) => things.countDocuments({ kept: true }))).toBe(1);
  await second.stop();
}, 180_000);

test("when one service cannot start, no process of the others is left", async () => {
  const nowhere = { ...env, KAFKA_BROKERS: "127.0.0.1:9" };
  await expect(startDevServices({ folder, env: nowhere })).rejects.toThrow(
    "KAFKA_BROKERS is set, but nothing listens there",
  );
  expect(await processesIn(folder)).toEqual([]);
});

test("of thirty racing inserts of one key, one succeeds and the others get a duplicate key error", async () => {
  const services = await startDevServices({ folder, env: { ...native, MONGODB_URI: "" } });
  await inMongo(services, async (things) => {
    await things.createIndex({ slot: 1 }, { unique: true });
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => things.insertOne({ slot: "08:00" })),
    );
    const refusals = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason] : [],
    );
    expect(refusals).toHaveLength(29);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 11_000 });
  });
  await services.stop();
});
