import { Schema, type IndexDefinition, type IndexOptions } from "mongoose";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ensureIndexes, migrateIndexes } from "./indexes.ts";
import { connectMongo } from "./connection.ts";
import { silentLogger, testDatabase } from "../testing/index.ts";

const day = 86_400;
let database: ReturnType<typeof testDatabase>;
beforeEach(() => {
  database = testDatabase("migrations");
  onTestFinished(() => database.drop());
});

/** A release of a service that declares these indexes. */
async function release(...indexes: [IndexDefinition, IndexOptions][]) {
  const connection = await connectMongo(database);
  onTestFinished(() => connection.close());
  const schema = new Schema({ _id: String }, { strict: false });
  for (const [key, options] of indexes) schema.index(key, options);
  const { collection } = connection.model("Paper", schema, "papers");
  return {
    start: () => ensureIndexes(connection),
    migrate: () => migrateIndexes(connection, silentLogger),
    insert: (documents: { _id: string; number: number }[]) =>
      collection.insertMany(documents as never[]),
    stored: async () => {
      const found = (await collection.indexes()) as {
        key: object;
        expireAfterSeconds?: number;
      }[];
      return found
        .filter(({ key }) => !Object.hasOwn(key, "_id"))
        .map(({ key, expireAfterSeconds }) => [Object.keys(key).join(), expireAfterSeconds])
        .toSorted();
    },
  };
}

const expiring = (days: number): [IndexDefinition, IndexOptions] => [
  { createdAt: 1 },
  { expireAfterSeconds: days * day },
];

test("creates what is missing and changes the time of expiry, and nothing when it is repeated", async () => {
  const first = await release(expiring(400));
  await first.start();
  const second = await release(expiring(90), [{ userId: 1 }, {}]);
  await second.migrate();
  const after = [
    ["createdAt", 90 * day],
    ["userId", undefined],
  ];
  expect(await second.stored()).toEqual(after);
  await second.migrate();
  expect(await second.stored()).toEqual(after);
  // pods of the version before start once more, and change nothing
  await first.start();
  expect(await first.stored()).toEqual(after);
});

test("continues after it has stopped in between", async () => {
  const first = await release(expiring(400));
  await first.insert([
    { _id: "a", number: 1 },
    { _id: "b", number: 1 },
  ]);
  await first.start();
  const second = await release(
    [{ userId: 1 }, {}],
    [{ number: 1 }, { unique: true }],
    expiring(90),
  );
  await expect(second.migrate()).rejects.toThrow(/duplicate|exclusion constraint/i);
  await first.insert([{ _id: "c", number: 2 }]);
  const third = await release([{ userId: 1 }, {}], expiring(90));
  await third.migrate();
  expect(await third.stored()).toEqual([
    ["createdAt", 90 * day],
    ["userId", undefined],
  ]);
});

test("refuses to change an index that services use", async () => {
  await (await release([{ number: 1 }, {}])).start();
  const unique = await release([{ number: 1 }, { unique: true }]);
  await expect(unique.migrate()).rejects.toThrow(/papers\.number_1 has other options/);
  const expires = await release([{ number: 1 }, { expireAfterSeconds: 5 }]);
  await expect(expires.migrate()).rejects.toThrow(/begins or ends to expire/);
});
