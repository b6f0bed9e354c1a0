import { fileURLToPath } from "node:url";
import { ensureIndexes } from "@matinale/kit/mongo";
import { runProgram } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { expect, test } from "vitest";
import { DeliveryStore } from "../store/deliveries.ts";
import { databaseForTests } from "../testing/database.ts";

const command = fileURLToPath(new URL("migrate.ts", import.meta.url));
let mongo: Connection;
databaseForTests("migrate", (connection) => {
  mongo = connection;
});

test("creates the indexes of all collections and keeps deliveries for as long as configured", async () => {
  const { collection } = new DeliveryStore(mongo).model;
  await ensureIndexes(mongo);
  const expiry = async () => {
    const indexes = (await collection.indexes()) as { expireAfterSeconds?: number }[];
    return indexes.flatMap(({ expireAfterSeconds }) => expireAfterSeconds ?? []);
  };
  expect(await expiry()).toEqual([400 * 86_400]);
  for (let run = 0; run < 2; run += 1) {
    const { code } = await runProgram(command, [], {
      MONGODB_URI: process.env["MONGODB_URI"] ?? "",
      MONGODB_DATABASE: mongo.name,
      DELIVERY_RETENTION_DAYS: "90",
    });
    expect(code).toBe(0);
    expect(await expiry()).toEqual([90 * 86_400]);
  }
  const collections = (await mongo.listCollections()).map(({ name }) => name);
  expect(collections).toEqual(
    expect.arrayContaining(["deliveries", "subscribers", "webhooks", "erased_people"]),
  );
}, 120_000);
