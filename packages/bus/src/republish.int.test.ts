import { setTimeout as pause } from "node:timers/promises";
import type { Worker } from "@matinale/kit";
import { ensureIndexes } from "@matinale/kit/mongo";
import { testDatabase } from "@matinale/kit/testing";
import type { Connection, Model } from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { change, consumer, project, record, republish, type Received } from "./index.ts";
import { untilPublished } from "./republish.ts";
import { memoryBroker } from "./testing/index.ts";
import { type Copy, peopleAndCopies, type Person } from "./testing/people-and-copies.ts";

const database = testDatabase("republish");
const bus = memoryBroker().bus("test");
let connection: Connection;
let people: Model<Person>;
let copies: Model<Copy>;
let workers: Worker[];
/** Runs once, between reading a page and writing it. */
let beforeWrite: () => Promise<unknown> = async () => undefined;

const changed = ({ _id, version, language }: Person) =>
  record("user.changed", { userId: _id, version: BigInt(version), language });
const copied = () => copies.find().sort({ _id: 1 }).lean();

beforeAll(async () => {
  ({ connection, people, copies } = await peopleAndCopies(database, (person) => {
    person.pre("bulkWrite", async () => {
      const run = beforeWrite;
      beforeWrite = async () => undefined;
      await run();
    });
  }));
  await ensureIndexes(connection);
  const handle = (events: Received<"user.changed">[]) =>
    project(copies, "user", events, ({ language }) => ({ language }));
  workers = [bus.relay([people]), ...bus.consume([consumer({ topic: "user.changed", handle })])];
  for (const worker of workers) await worker.start();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await database.drop();
  await connection.close();
});

test("makes every projection equal to its document after a restore", async () => {
  const language = "fr";
  await people.insertMany(
    ["absent", "newer", "older"].map((_id) => ({ _id, version: 3, language })),
  );
  await copies.create({ _id: "newer", user: { version: 9, language: "de" } });
  await copies.create({ _id: "older", user: { version: 1, language: "it" } });

  const now = new Date();
  expect(await republish(people, now, "user.changed", changed)).toBe(3);
  const user = { version: now.getTime(), language };
  await expect.poll(copied, { timeout: 20_000 }).toMatchObject([{ user }, { user }, { user }]);

  await change(people, "newer", (person) => ({
    set: { language: "en" },
    events: [changed({ ...person, version: person.version + 1, language: "en" })],
  }));
  const next = { version: now.getTime() + 1, language: "en" };
  await expect
    .poll(copied, { timeout: 20_000 })
    .toMatchObject([{ user }, { user: next }, { user }]);
});

test("publishes the newest state of a document that changes meanwhile", async () => {
  await people.deleteMany({});
  await people.create({ _id: "one", version: 1, language: "fr" });
  const now = new Date(Date.now() + 60_000);
  beforeWrite = () =>
    change(people, "one", (person) => ({
      set: { language: "en" },
      events: [changed({ ...person, version: person.version + 1, language: "en" })],
    }));
  expect(await republish(people, now, "user.changed", changed)).toBe(1);
  const user = { version: now.getTime(), language: "en" };
  await expect.poll(copied, { timeout: 20_000 }).toContainEqual(expect.objectContaining({ user }));
});

test("publishes once when called twice in the same instant", async () => {
  const now = new Date(Date.now() + 120_000);
  expect(await republish(people, now, "user.changed", changed)).toBe(1);
  expect(await republish(people, now, "user.changed", changed)).toBe(0);
});

test("waits until a relay has published the events, and not for later ones", async () => {
  await workers[0]!.stop();
  await people.deleteMany({});
  const event = changed({ _id: "one", version: 1, language: "fr", outbox: [] });
  const later = { ...event, _id: "later", at: new Date(Date.now() + 60_000) };
  await people.create({ _id: "one", version: 1, outbox: [event] }, { _id: "two", outbox: [later] });
  let isPublished = false;
  const waiting = untilPublished(people).then(() => (isPublished = true));
  await pause(1_000);
  expect(isPublished).toBe(false);
  const relay = bus.relay([people]);
  workers.push(relay);
  await relay.start();
  await waiting;
  expect((await people.findById("one").lean())?.outbox).toEqual([]);
});
