import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import { testDatabase } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { afterAll, beforeAll } from "vitest";
import { ClipStore } from "../store/clips.ts";
import { DailyBudgets } from "../store/daily-budgets.ts";
import { ScriptStore } from "../store/scripts.ts";

/** Two connections, as of two processes, to one database of the test file, with indexes. Dropped at the end. */
export function twoReplicas(name: string): { mongo: () => Connection; other: () => Connection } {
  const database = testDatabase(name);
  let connections: Connection[] = [];
  beforeAll(async () => {
    connections = await Promise.all([connectMongo(database), connectMongo(database)]);
    const [mongo] = connections;
    if (mongo === undefined) return;
    // stores declare their models, and models their indexes
    for (const Store of [ClipStore, ScriptStore, DailyBudgets]) void new Store(mongo);
    await ensureIndexes(mongo);
  });
  afterAll(async () => {
    await database.drop();
    await Promise.all(connections.map((each) => each.close()));
  });
  const nth = (index: number) => (): Connection => {
    const connection = connections[index];
    if (connection === undefined) throw new Error("asked before the tests began");
    return connection;
  };
  return { mongo: nth(0), other: nth(1) };
}
