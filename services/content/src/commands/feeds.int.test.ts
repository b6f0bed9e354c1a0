import { fileURLToPath } from "node:url";
import { connectMongo } from "@matinale/kit/mongo";
import { runProgram, testDatabase } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FeedStore } from "../store/feeds.ts";

const database = testDatabase("feed-switch");
let mongo: Connection;
let feeds: FeedStore;
beforeAll(async () => {
  mongo = await connectMongo(database);
  feeds = new FeedStore(mongo);
});
afterAll(async () => {
  await database.drop();
  await mongo.close();
});

const command = fileURLToPath(new URL("feeds.ts", import.meta.url));
const { MONGODB_URI, MONGODB_DATABASE } = database;
const feedsCommand = (...args: string[]) =>
  runProgram(command, args, { MONGODB_URI, MONGODB_DATABASE });
const run = async (...args: string[]): Promise<string> => (await feedsCommand(...args)).stdout;

test("lists the feeds, switches one off and on, and refuses an unknown one", async () => {
  const feed = { language: "fr", country: "fr", category: "politics", terms: "headline" } as const;
  const url = "https://n.example/rss";
  await feeds.list([{ id: "une", outlet: "La Une", url, ...feed }], new Date());
  expect(await run()).toMatch(/^ok {4}une +never read, headline\n$/u);
  expect(await run("off", "une")).toContain("une is off");
  expect(await run("status")).toMatch(/^off {3}une /u);
  expect(await feeds.due("n.example", 10, new Date())).toEqual([]);
  expect(await run("on", "une")).toContain("une is on");
  expect(await feeds.due("n.example", 10, new Date())).toHaveLength(1);
  expect(await feedsCommand("off", "deux")).toMatchObject({ code: 2 });
}, 60_000);
