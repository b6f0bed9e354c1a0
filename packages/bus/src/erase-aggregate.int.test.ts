import { unlessDuplicate } from "@matinale/kit";
import { connectMongo, ensureIndexes, indexedDocuments } from "@matinale/kit/mongo";
import { testDatabase } from "@matinale/kit/testing";
import type { Connection, Model } from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { erasable, eraseAggregate, record, type Erasable } from "./index.ts";

interface Person extends Erasable {
  _id: string;
  name?: string;
  nameKey?: string;
}

const database = testDatabase("erase");
let connection: Connection;
let people: Model<Person>;
beforeAll(async () => {
  connection = await connectMongo(database);
  people = connection.model<Person>("people", indexedDocuments().plugin(erasable));
  await ensureIndexes(connection);
});
afterAll(async () => {
  await database.drop();
  await connection.close();
});

const now = new Date();
const event = (userId: string) => record("user.changed", { userId, version: 1n });
const tombstone = (key: string) => expect.objectContaining({ key, value: null });
const stored = (id: string) => people.findById(id).lean().orFail();

test("leaves the kept fields, and the outbox with its lease and a tombstone at its end", async () => {
  const outboxLease = { token: "a relay", until: now };
  const outbox = [event("ada")];
  await people.create({ _id: "ada", version: 3, name: "Ada", nameKey: "ada", outbox, outboxLease });
  const erase = () =>
    eraseAggregate(people, "ada", "user.changed", now, { kept: { nameKey: "$erased" } });
  expect(await Promise.all([erase(), erase()])).toContain(true);
  expect(await erase()).toBe(false);
  expect(await stored("ada")).toEqual({
    _id: "ada",
    version: 4,
    erasedAt: now,
    nameKey: "$erased",
    outboxLease,
    outbox: [expect.objectContaining({ key: "ada", topic: "user.changed" }), tombstone("ada")],
  });
});

test("publishes the tombstone of an unknown id only when it is asked to", async () => {
  expect(await eraseAggregate(people, "bob", "user.changed", now)).toBe(false);
  expect(await people.exists({ _id: "bob" })).toBeNull();
  expect(await eraseAggregate(people, "bob", "user.changed", now, { create: true })).toBe(true);
  expect(await stored("bob")).toEqual({
    _id: "bob",
    version: 1,
    erasedAt: now,
    outbox: [tombstone("bob")],
  });
});

test("erases a document that is created at the same time", async () => {
  for (let round = 0; round < 20; round += 1) {
    const _id = `round-${round}`;
    await Promise.all([
      unlessDuplicate(people.create({ _id, version: 1, name: "Ada", outbox: [] })),
      eraseAggregate(people, _id, "user.changed", now, { create: true }),
    ]);
    expect(await stored(_id)).toMatchObject({ erasedAt: now, outbox: [tombstone(_id)] });
    expect(await stored(_id)).not.toHaveProperty("name");
  }
});
