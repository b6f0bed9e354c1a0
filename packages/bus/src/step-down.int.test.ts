import { setTimeout as pause } from "node:timers/promises";
import type { MongoConfig } from "@matinale/kit";
import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import { mongoStepDown, testDatabase } from "@matinale/kit/testing";
import { expect, onTestFinished, test } from "vitest";
import { consumer, project, record } from "./index.ts";
import { memoryBroker } from "./testing/index.ts";
import { peopleAndCopies } from "./testing/people-and-copies.ts";

const soon = { timeout: 30_000, interval: 50 };
const ids = (count: number) => Array.from({ length: count }, (_, index) => `person-${index}`);

/** A consumer that projects into the database, and a relay that reads from it. */
async function projecting(database: MongoConfig) {
  const broker = memoryBroker();
  const bus = broker.bus("test");
  const { connection, people, copies } = await peopleAndCopies(database);
  await ensureIndexes(connection);
  const workers = [
    bus.relay([people]),
    ...bus.consume([
      consumer({
        topic: "user.changed",
        handle: (events) => project(copies, "user", events, ({ language }) => ({ language })),
      }),
    ]),
  ];
  for (const worker of workers) await worker.start();
  onTestFinished(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await connection.dropDatabase();
    await connection.close();
  });
  return {
    broker,
    publish: (names: string[], version: bigint) =>
      bus.publish(
        names.map((userId) => record("user.changed", { userId, version, language: "fr" })),
      ),
    projected: (version: number) => copies.countDocuments({ "user.version": version }),
  };
}

test.each([10_107, 189, 11_602, 18])(
  "waits while the database answers with the code %i, and makes no dead letter",
  async (code) => {
    const database = testDatabase("step_down");
    const proxy = await mongoStepDown(database.MONGODB_URI);
    onTestFinished(() => proxy.close());
    const { broker, publish, projected } = await projecting({
      ...database,
      MONGODB_URI: proxy.url,
    });
    proxy.refuse(code);
    await publish(ids(3), 1n);
    // longer than the three attempts at a record that fails for another reason
    await expect.poll(() => proxy.refused(), soon).toBeGreaterThan(1);
    await pause(2_500);
    proxy.refuse(null);
    await expect.poll(() => projected(1), soon).toBe(3);
    expect(broker.deadLetters("user.changed")).toEqual([]);
  },
);

const replicaSet = process.env["MONGODB_REPLICA_SET_URI"] ?? "";

test.runIf(replicaSet !== "")(
  "loses no event when the primary of a replica set steps down",
  async () => {
    const database = { ...testDatabase("step_down"), MONGODB_URI: replicaSet };
    const { broker, publish, projected } = await projecting(database);
    const admin = await connectMongo({ MONGODB_URI: replicaSet, MONGODB_DATABASE: "admin" });
    onTestFinished(() => admin.close());
    const stepDown = async () => {
      await pause(500);
      await admin.db?.command({ replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 });
    };
    const publishing = async () => {
      for (let version = 1; version <= 40; version += 1) {
        await publish(ids(20), BigInt(version));
        await pause(100);
      }
    };
    await Promise.all([stepDown(), publishing()]);
    await expect.poll(() => projected(40), soon).toBe(20);
    expect(broker.deadLetters("user.changed")).toEqual([]);
  },
  120_000,
);
