import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import { testDatabase } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AlertStore } from "./alerts.ts";
import { CompositionStore, type DigestAnswer } from "./compositions.ts";
import { StoryStore } from "./stories.ts";

const database = testDatabase("withdrawn");
let mongo: Connection;
beforeAll(async () => {
  mongo = await connectMongo(database);
  void new StoryStore(mongo);
  await ensureIndexes(mongo);
});
afterAll(async () => {
  await database.drop();
  await mongo.close();
});

const now = new Date();
const hourAgo = new Date(now.getTime() - 3_600_000);
const stored = (id: string) => ({
  _id: id,
  category: "politics",
  countries: ["fr"],
  sources: [{ itemId: id, language: "fr", outlet: "Journal", title: id, publishedAt: now }],
  firstSeen: { fr: now },
  lastSeenAt: now,
  expiresAt: new Date(now.getTime() + 3_600_000),
});

test("leaves a withdrawn story out of digests and keeps its first instant", async () => {
  await mongo.collection("stories").insertMany([stored("kept"), stored("false")] as never[]);
  const stories = new StoryStore(mongo);
  expect(await stories.withdraw("false", now)).toBe(true);
  expect(await stories.withdraw("false", new Date(now.getTime() + 60_000))).toBe(true);
  expect(await stories.withdraw("unknown", now)).toBe(false);

  const wanted = { language: "fr", country: "fr", categories: ["politics"] } as const;
  const window = { windowStart: hourAgo, windowEnd: now };
  expect((await stories.news({ ...wanted, ...window }, 10)).map(({ id }) => id)).toEqual(["kept"]);
  expect(await stories.one("false", "fr")).toBeNull();
  expect(await stories.areWithdrawn(["kept", "false"])).toBe(true);
  expect(await stories.areWithdrawn(["kept", "unknown"])).toBe(false);
  expect(await mongo.collection("stories").findOne({ _id: "false" as never })).toMatchObject({
    withdrawnAt: now,
  });
});

test("withdraws an alert that a process is composing, and no published one", async () => {
  const alerts = new AlertStore(mongo);
  const leased = async (id: string) => {
    const storyIds = [id, "false"];
    await alerts.raise({ _id: id, storyIds, category: "politics", countries: [], detectedAt: now });
    const claimed = await alerts.claim(60_000, now);
    if (claimed === null) throw new Error(`${id} is not raised`);
    return claimed;
  };
  expect(await alerts.finish(await leased("published"), "published")).toBe(true);
  const composing = await leased("composing");
  expect(await alerts.withdraw("false")).toBe(1);
  expect(await alerts.finish(composing, "published")).toBe(false);
  expect(await alerts.withdraw("false")).toBe(0);
});

test("drops the compositions that have a story or are being made, and no other", async () => {
  const compositions = new CompositionStore(mongo);
  const answer = (storyId: string, moreStoryIds: string[] = []): DigestAnswer => ({
    texts: ["Le digest"],
    more: [],
    moreStoryIds,
    audio: [],
    audioMissing: "",
    stories: [{ storyId, category: "politics", title: storyId, sources: [] }],
  });
  const leased = async (key: string) => {
    const { lease } = await compositions.claim(key, 20_000, now);
    if (lease === null) throw new Error(`${key} is not leased`);
    return lease;
  };
  const keep = async (key: string, kept: DigestAnswer) =>
    compositions.keep(
      await leased(key),
      { answer: kept, complete: true, attempts: 1, final: true },
      now,
    );
  await keep("tells", answer("false"));
  await keep("has more", answer("kept", ["false"]));
  await keep("other", answer("kept"));
  const underWay = await leased("under way");

  expect(await compositions.drop("false")).toBe(3);
  expect(await compositions.drop("false")).toBe(0);
  expect(await compositions.claim("other", 20_000, now)).toMatchObject({ final: true });
  const late = { answer: answer("false"), complete: true, attempts: 1, final: true };
  expect(await compositions.keep(underWay, late, now)).toBe(false);
});
