import type { Language } from "@matinale/contracts";
import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import { testDatabase } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Item } from "../domain/news.ts";
import { clusterStories } from "../application/cluster-stories.ts";
import { noAlerts } from "../testing/no-alerts.ts";
import { ItemStore } from "./items.ts";
import { SingletonLeases } from "./singleton-leases.ts";
import { StoryStore } from "./stories.ts";

const database = testDatabase("stories");
let mongo: Connection;
let items: ItemStore;
let stories: StoryStore;
let leases: SingletonLeases;
beforeAll(async () => {
  mongo = await connectMongo(database);
  items = new ItemStore(mongo);
  stories = new StoryStore(mongo);
  leases = new SingletonLeases(mongo);
  await ensureIndexes(mongo);
});
beforeEach(() =>
  Promise.all(["items", "stories"].map((name) => mongo.collection(name).deleteMany({}))),
);
afterAll(async () => {
  await database.drop();
  await mongo.close();
});

const morning = new Date(Date.now() - 6 * 3_600_000);
const after = (hours: number) => new Date(morning.getTime() + hours * 3_600_000);

let made = 0;
const itemOf = (language: Language, title: string, summary: string, publishedAt: Date): Item => {
  made += 1;
  return {
    id: `item-${made}`,
    feedId: `feed-${made}`,
    outlet: `Outlet ${made}`,
    language,
    country: "ca",
    category: "economy",
    terms: "licensed",
    title,
    summary,
    url: `https://n.example/${made}`,
    publishedAt,
  };
};
const french = (at: Date) =>
  itemOf(
    "fr",
    "Velmart va supprimer 1 200 postes au Canada",
    "Le distributeur Velmart annonce 1 200 suppressions de postes dans ses entrepôts de Laval.",
    at,
  );
const secondFrench = (at: Date) =>
  itemOf(
    "fr",
    "1 200 emplois supprimés chez Velmart",
    "Velmart ferme ses entrepôts de Laval : 1 200 postes seront supprimés, dit le distributeur.",
    at,
  );
const english = (at: Date) =>
  itemOf(
    "en",
    "Velmart to cut 1,200 jobs in Canada",
    "Retailer Velmart announced 1,200 job cuts at its warehouses in Laval.",
    at,
  );

async function arrive(item: Item, at: Date): Promise<void> {
  await items.receive([item], at);
  await clusterStories({ items, stories, leases, ...noAlerts }, at);
  // the database stamps the story with the current time, but the tests use times in the past
  const sourced = { "sources.itemId": item.id };
  const seen = `firstSeen.${item.language}`;
  const fresh = { [seen]: { $gt: new Date(Date.now() - 60_000) } };
  await mongo.collection("stories").updateOne({ ...sourced, ...fresh }, { $set: { [seen]: at } });
}
const news = (language: Language, windowStart: Date, windowEnd: Date) =>
  stories.news({ language, country: "ca", categories: ["economy"], windowStart, windowEnd }, 100);

test("makes one story of the articles about an event in two languages", async () => {
  await arrive(french(morning), morning);
  await arrive(english(after(0.5)), after(0.5));
  await arrive(secondFrench(after(1)), after(1));
  const [story, ...others] = await news("fr", after(-1), after(2));
  expect(others).toEqual([]);
  expect(story?.sources.map(({ title }) => title)).toEqual([
    "Velmart va supprimer 1 200 postes au Canada",
    "1 200 emplois supprimés chez Velmart",
  ]);
  expect(story?.elsewhere?.map(({ title }) => title)).toEqual([
    "Velmart to cut 1,200 jobs in Canada",
  ]);
  const [inEnglish] = await news("en", after(-1), after(2));
  expect(inEnglish).toMatchObject({ id: story?.id, language: "en" });
  expect(inEnglish?.sources).toHaveLength(1);
});

test("keeps the last articles of a story, so that no story outgrows its document", async () => {
  await arrive(french(morning), morning);
  const [story] = await stories.recent(new Date(0));
  const earlier = Array.from({ length: 1_000 }, (_, n) => ({
    ...story?.sources[0],
    itemId: `earlier-${n}`,
  }));
  await mongo
    .collection("stories")
    .updateOne({ _id: story?._id as never }, { $set: { sources: earlier } });
  const last = secondFrench(after(1));
  await stories.assign([{ item: last, storyId: story?._id ?? "" }]);
  const [longer] = await stories.recent(new Date(0));
  expect(longer?.sources.map(({ itemId }) => itemId)).toEqual([
    ...earlier.slice(1).map(({ itemId }) => itemId),
    last.id,
  ]);
});

test("gives readers no story whose last articles are all in the other language", async () => {
  await arrive(french(morning), morning);
  const last = { "sources.0.language": "en" };
  await mongo.collection("stories").updateOne({}, { $set: last });
  expect(await news("fr", after(-1), after(1))).toEqual([]);
});

test("a new article in an old story does not send the story again", async () => {
  await arrive(french(morning), morning);
  expect(await news("fr", after(-1), after(1))).toHaveLength(1);
  await arrive(secondFrench(after(2)), after(2));
  expect(await news("fr", after(1), after(3))).toEqual([]);
});

test("makes a story news in a language when its first article in that language arrives", async () => {
  await arrive(english(morning), morning);
  expect(await news("fr", after(-1), after(1))).toEqual([]);
  await arrive(french(after(2)), after(2));
  expect(await news("fr", after(1), after(3))).toHaveLength(1);
  expect(await news("en", after(1), after(3))).toEqual([]);
});

test("returns a story in one of two adjacent windows", async () => {
  await arrive(french(morning), morning);
  expect(await news("fr", after(-1), morning)).toHaveLength(1);
  expect(await news("fr", morning, after(1))).toEqual([]);
});

const counted = async () => {
  const story = await mongo.collection("stories").findOne({ category: "economy" });
  return Number(story?.["outlets"]);
};

test("counts the outlets of a story in all languages, five times once one lets more than its headline be used", async () => {
  await arrive({ ...french(morning), terms: "headline" }, morning);
  await arrive({ ...secondFrench(after(1)), terms: "headline" }, after(1));
  expect(await counted()).toBe(2);
  await arrive({ ...english(after(2)), terms: "excerpt" }, after(2));
  expect(await counted()).toBe(3 * 5);
});

test("reads of each category the stories near the reader first, then those of most outlets, then the newest", async () => {
  const stored = (category: string, country: string, outlets: number, hours = 0) => ({
    _id: `${category} ${country} ${outlets} ${hours}`,
    category,
    countries: ["us", country],
    sources: [{ itemId: "item", language: "en", outlet: "Outlet", title: "", summary: "" }],
    outlets,
    firstSeen: { en: after(hours) },
    lastSeenAt: after(hours),
    expiresAt: after(48),
  });
  const near = [
    stored("economy", "cm", 2),
    stored("economy", "cm", 1, 2),
    stored("economy", "cm", 1, 1),
  ];
  const others = [
    stored("economy", "international", 2),
    stored("economy", "gb", 16),
    stored("economy", "gb", 3),
  ];
  const sports = stored("sports", "gb", 1);
  await mongo
    .collection("stories")
    .insertMany([...others, ...near.toReversed(), sports, stored("culture", "cm", 9)] as never[]);
  const idsOf = async (limit: number) =>
    (
      await stories.news(
        {
          language: "en",
          country: "cm",
          categories: ["economy", "sports"],
          windowStart: after(-1),
          windowEnd: after(3),
        },
        limit,
      )
    ).map(({ id }) => id);
  const inOrder = [...near, ...others].map(({ _id }) => _id);
  expect(await idsOf(10)).toEqual([...inOrder, sports._id]);
  expect(await idsOf(5)).toEqual([...inOrder.slice(0, 5), sports._id]);
  expect(await idsOf(2)).toEqual([...inOrder.slice(0, 2), sports._id]);
});
