import { asUserId, type UserId } from "@matinale/contracts";
import { ensureIndexes } from "@matinale/kit/mongo";
import { documentsWith, silentLogger as logger, testDatabase } from "@matinale/kit/testing";
import type { Connection, Model } from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ErasedPeople,
  forgetAgain,
  personalConsumer,
  project,
  record,
  recordTombstone,
} from "./index.ts";
import { memoryBroker } from "./testing/index.ts";
import { type Copy, peopleAndCopies } from "./testing/people-and-copies.ts";

const database = testDatabase("erased");
const broker = memoryBroker();
const bus = broker.bus("test");
const soon = { timeout: 20_000, interval: 50 };
let connection: Connection;
let copies: Model<Copy>;
let erased: ErasedPeople;
/** Between what a handler has read and what it writes. */
let beforeWriting: () => Promise<unknown> = async () => undefined;
let workers: ReturnType<typeof bus.consume>;

const forget = async (ids: readonly UserId[]) => {
  await copies.deleteMany({ _id: { $in: ids } });
};
const choices = (userId: string) =>
  record("preferences.changed", { userId, version: 9n, language: "fr" });

beforeAll(async () => {
  ({ connection, copies } = await peopleAndCopies(database));
  erased = new ErasedPeople(connection);
  await ensureIndexes(connection);
  const forgetting = { erased, forget };
  workers = bus.consume([
    personalConsumer(forgetting, {
      topic: "user.changed",
      handle: (events) => project(copies, "user", events, ({ language }) => ({ language })),
    }),
    personalConsumer(forgetting, {
      topic: "preferences.changed",
      handle: async (events) => {
        await beforeWriting();
        await project(copies, "user", events, ({ language }) => ({ language }));
      },
    }),
  ]);
  for (const worker of workers) await worker.start();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await database.drop();
  await connection.close();
});

test("keeps only the marker when events arrive after the tombstone", async () => {
  const user = (version: bigint) =>
    record("user.changed", { userId: "late", version, language: "fr" });
  await bus.publish([user(1n), recordTombstone("user.changed", "late"), user(2n)]);
  await broker.caughtUp();
  await bus.publish([choices("late"), user(3n), choices("neighbour")]);
  await broker.caughtUp();
  expect(await documentsWith(connection, "late")).toEqual({
    erased_people: [{ _id: "late", at: expect.any(Date) }],
  });
  expect(await copies.findById("neighbour").lean()).toMatchObject({ user: { version: 9 } });
});

test("keeps nothing when an erasure and a write of another topic race", async () => {
  beforeWriting = async () => {
    beforeWriting = async () => undefined;
    await bus.publish([recordTombstone("user.changed", "racing")]);
    const marked = async () => (await erased.among([asUserId("racing")])).size;
    await expect.poll(marked, soon).toBe(1);
  };
  await bus.publish([choices("racing")]);
  await broker.caughtUp();
  expect(Object.keys(await documentsWith(connection, "racing"))).toEqual(["erased_people"]);
});

test("deletes in the next round what a request wrote during the erasure", async () => {
  await bus.publish([recordTombstone("user.changed", "asking")]);
  await broker.caughtUp();
  await copies.create([{ _id: "asking" }, { _id: "other" }]);
  const again = forgetAgain({ erased, forget }, { logger });
  await again.start();
  await expect.poll(() => copies.countDocuments({ _id: "asking" }), soon).toBe(0);
  await again.stop();
  expect(await copies.countDocuments({ _id: "other" })).toBe(1);
});

test("keeps a marker longer than any event about the person", async () => {
  const indexes = await connection.collection("erased_people").indexes();
  const ttl = indexes.find(({ key }) => "at" in key)?.expireAfterSeconds;
  expect(ttl).toBeGreaterThan(2 * 35 * 86_400);
});
