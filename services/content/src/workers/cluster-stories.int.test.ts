import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import { testDatabase } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Item } from "../domain/news.ts";
import { ItemStore } from "../store/items.ts";
import { SingletonLeases } from "../store/singleton-leases.ts";
import { StoryStore } from "../store/stories.ts";
import { noAlerts } from "../testing/no-alerts.ts";
import { clusterStories } from "../application/cluster-stories.ts";

/** A store whose writes of stories wait until the test releases them. */
class SlowStories extends StoryStore {
  readonly reached = Promise.withResolvers<void>();
  readonly released = Promise.withResolvers<void>();

  override async assign(...done: Parameters<StoryStore["assign"]>): Promise<void> {
    this.reached.resolve();
    await this.released.promise;
    await super.assign(...done);
  }
}

const clusteringStores = (connection: Connection) => ({
  ...noAlerts,
  items: new ItemStore(connection),
  stories: new SlowStories(connection),
  leases: new SingletonLeases(connection),
});

const database = testDatabase("clustering");
let connections: Connection[] = [];
let clustering: ReturnType<typeof clusteringStores>;
let composing: StoryStore;
beforeAll(async () => {
  connections = await Promise.all([connectMongo(database), connectMongo(database)]);
  composing = new StoryStore(connections[1]!);
  clusteringStores(connections[0]!);
  await ensureIndexes(connections[0]!);
});
beforeEach(async () => {
  await Promise.all(
    ["items", "stories"].map((name) => connections[0]!.collection(name).deleteMany({})),
  );
  connections[0]!.deleteModel(/./u);
  clustering = clusteringStores(connections[0]!);
});
afterAll(async () => {
  await database.drop();
  await Promise.all(connections.map((each) => each.close()));
});

const item = (change: Partial<Item> = {}): Item => ({
  id: "item",
  feedId: "feed",
  outlet: "La Une",
  language: "fr",
  country: "fr",
  category: "politics",
  terms: "licensed",
  title: "Le pont de Valserre rouvre après trois ans de travaux",
  summary:
    "Fermé trois ans, le pont de Valserre a rouvert. Le chantier a coûté 12 millions d’euros.",
  url: "https://n.example/pont",
  publishedAt: new Date(),
  ...change,
});
const minute = 60_000;
const newsBetween = (windowStart: number, windowEnd: number) =>
  composing.news(
    {
      language: "fr",
      country: "fr",
      categories: ["politics"],
      windowStart: new Date(windowStart),
      windowEnd: new Date(windowEnd),
    },
    100,
  );

describe("one process clusters while another composes two digests with adjacent windows", () => {
  test.each([
    ["equal clocks", 0],
    ["a clock ahead of the database's", 800],
  ])(
    "puts a story that is written after the first digest into the second only: %s",
    async (_name, ahead) => {
      await clustering.items.receive([item()], new Date());
      const done = clusterStories(clustering, new Date());
      await clustering.stories.reached.promise;
      const windowEnd = Date.now() + ahead;
      expect(await newsBetween(windowEnd - minute, windowEnd)).toEqual([]);
      clustering.stories.released.resolve();
      await done;
      expect(await newsBetween(windowEnd, windowEnd + minute)).toHaveLength(1);
      // composed again, the first digest has the same stories
      expect(await newsBetween(windowEnd - minute, windowEnd)).toEqual([]);
    },
  );

  test("puts a story into one digest only when a crash causes a second write", async () => {
    await clustering.items.receive([item()], new Date());
    clustering.stories.released.resolve();
    await clusterStories(clustering, new Date());
    const [story] = await newsBetween(0, Date.now() + minute);
    const windowEnd = story?.firstSeenAt.getTime() ?? 0;
    await connections[0]!.collection("items").updateMany({}, { $set: { storyId: null } });
    await clusterStories(clustering, new Date());
    expect(await newsBetween(windowEnd - minute, windowEnd)).toHaveLength(1);
    expect(await newsBetween(windowEnd, windowEnd + minute)).toEqual([]);
  });
});

test("assigns nothing when another process takes the lease during a round", async () => {
  await clustering.items.receive([item()], new Date());
  const recent = clustering.stories.recent.bind(clustering.stories);
  clustering.stories.recent = async (since) => {
    const lease = { token: "another process", until: new Date(Date.now() + minute) };
    await connections[0]!.collection("singleton_leases").updateMany({}, { $set: { lease } });
    return recent(since);
  };
  clustering.stories.released.resolve();
  expect(await clusterStories(clustering, new Date())).toBeGreaterThan(0);
  expect(await composing.recent(new Date(0))).toEqual([]);
  expect(await clustering.items.unclustered(1)).toHaveLength(1);
  await connections[0]!.collection("singleton_leases").deleteMany({});
});

describe("a link of two entries", () => {
  const cluster = async (...items: Item[]) => {
    clustering.stories.released.resolve();
    for (const each of items) {
      await clustering.items.receive([each], new Date());
      await clusterStories(clustering, new Date());
    }
    const found = await composing.recent(new Date(0));
    return found.map(({ sources }) => sources.map(({ itemId }) => itemId)).toSorted();
  };

  test("joins an article in two feeds whose headline was changed", async () => {
    const renamed = item({
      id: "again",
      feedId: "politics",
      title: "Le pont de Valserre enfin rouvert aux voitures",
      summary: "Le pont était fermé depuis trois ans.",
    });
    expect(await cluster(item(), renamed)).toEqual([["item", "again"]]);
  });

  test("does not join entries with different words", async () => {
    const other = item({
      id: "other",
      feedId: "sports",
      title: "Nantes gagne au bout de la nuit",
      summary: "Un penalty à la 96e minute offre la victoire aux Canaris face à Lens.",
    });
    expect(await cluster(item(), other)).toEqual([["item"], ["other"]]);
  });

  test("does not join entries when one feed gives the link to several", async () => {
    const live = { url: "https://n.example/direct" };
    const items = [
      item({ ...live, title: "Direct : le pont rouvre", summary: "La foule attend à Valserre." }),
      item({ ...live, id: "b", title: "Direct : la maire de Valserre parle", summary: "" }),
      item({ ...live, id: "c", title: "Direct : un bus passe à Valserre", summary: "" }),
    ];
    expect(await cluster(...items)).toEqual([["b"], ["c"], ["item"]]);
  });
});
