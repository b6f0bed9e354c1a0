import { DocumentNotFound, VersionConflict, type Worker } from "@matinale/kit";
import { ensureIndexes } from "@matinale/kit/mongo";
import { testDatabase } from "@matinale/kit/testing";
import type { Connection, Model } from "mongoose";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { change, consumer, project, record, recordTombstone, type Received } from "./index.ts";
import { memoryBroker } from "./testing/index.ts";
import { type Copy, peopleAndCopies, type Person } from "./testing/people-and-copies.ts";

const database = testDatabase("bus");
const bus = memoryBroker().bus("test");
let connection: Connection;
let people: Model<Person>;
let copies: Model<Copy>;
let workers: Worker[];

const apply = (events: Received<"user.changed">[]) =>
  project(copies, "user", events, ({ language }) => ({ language }));
const changed = (userId: string, version: number, language = "fr") =>
  record("user.changed", { userId, version: BigInt(version), language });

beforeAll(async () => {
  ({ connection, people, copies } = await peopleAndCopies(database));
  await ensureIndexes(connection);
  workers = [
    bus.relay([people]),
    ...bus.consume([consumer({ topic: "user.changed", handle: apply })]),
  ];
  for (const worker of workers) await worker.start();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await database.drop();
  await connection.close();
});

test("applies a change to a projection and empties the outbox", async () => {
  await people.create({ _id: "ada", version: 1, language: "fr", outbox: [changed("ada", 1)] });
  await change(people, "ada", (ada) => ({
    set: { language: "en" },
    events: [changed("ada", ada.version + 1, "en")],
  }));
  await vi.waitFor(async () => {
    expect((await copies.findById("ada").lean())?.user).toEqual({ language: "en", version: 2 });
    expect((await people.findById("ada").lean())?.outbox).toEqual([]);
  });
  await bus.publish([recordTombstone("user.changed", "ada")]);
  await vi.waitFor(async () => expect((await copies.findById("ada").lean())?.user).toBeUndefined());
  await bus.publish([recordTombstone("user.changed", "ada"), changed("ada", 9)]);
  await vi.waitFor(async () =>
    expect((await copies.findById("ada").lean())?.user?.version).toBe(9),
  );
});

test("keeps all changes that race, each with its own version", async () => {
  await people.create({ _id: "race", version: 1, language: "0", outbox: [] });
  const add = () =>
    change(people, "race", (current) => ({
      set: { language: String(Number(current.language) + 1) },
      events: [],
    }));
  await Promise.all([add(), add(), add()]);
  expect(await people.findById("race").lean()).toMatchObject({ language: "3", version: 4 });
});

test("says whether a document is missing, or changes faster than it can be written", async () => {
  const nothing = () => null;
  await expect(change(people, "missing", nothing)).rejects.toThrow(DocumentNotFound);
  await people.create({ _id: "busy", version: 1, language: "fr", outbox: [] });
  const stale = new Proxy(people, {
    get: (model, name) =>
      name === "findOne"
        ? () => ({ lean: async () => ({ version: 0 }) })
        : Reflect.get(model, name),
  });
  const write = () => ({ set: { language: "en" }, events: [] });
  await expect(change(stale, "busy", write)).rejects.toThrow(VersionConflict);
});

test("ignores older and repeated versions", async () => {
  const event = (version: number): Received<"user.changed"> => ({
    id: String(version),
    key: "old",
    occurredAt: new Date(),
    correlationId: "c",
    message: {
      $typeName: "matinale.events.v1.UserChanged",
      userId: "old",
      version: BigInt(version),
      language: `v${version}`,
      trialUsed: false,
      voice: "",
    },
  });
  await apply([event(2)]);
  await apply([event(1)]);
  await apply([event(2)]);
  expect((await copies.findById("old").lean())?.user).toEqual({ language: "v2", version: 2 });
  await apply([event(3), event(4)]);
  expect((await copies.findById("old").lean())?.user?.version).toBe(4);
  await apply([event(6), event(5)]);
  expect((await copies.findById("old").lean())?.user?.version).toBe(6);
});
