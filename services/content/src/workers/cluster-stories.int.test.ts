import { connectMongo, ensureIndexes } from "@matinale/kit";
import { testDatabase } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Item } from "../domain/news.ts";
import { StoryStore } from "../store/stories.ts";
import { clusterStories } from "../application/cluster-stories.ts";

/** A process whose writes of stories wait until they are let through. */
class SlowStories extends StoryStore {
  readonly reached = Promise.withResolvers<void>();
  readonly released = Promise.withResolvers<void>();

  override async assign(...done: Parameters<StoryStore["assign"]>): Promise<void> {
    this.reached.resolve();
    await this.released.promise;
    await super.assign(...done);
  }
}

const database = testDatabase("clustering");
let connections: Connection[] = [];
let clustering: SlowStories;
let composing: StoryStore;
beforeAll(async () => {
  connections = await Promise.all([connectMongo(database), connectMongo(database)]);
  composing = new StoryStore(connections[1]!);
  void new StoryStore(connections[0]!);
  await ensureIndexes(connections[0]!);
});
beforeEach(async () => {
  await Promise.all(
    ["items", "stories"].map((name) => connections[0]!.collection(name).deleteMany({})),
  );
  connections[0]!.deleteModel(/./u);
  clustering = new SlowStories(connections[0]!);
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
  title: "Le pont de Valserre rouvre après trois ans de travaux",
  summary:
    "Fermé trois ans, le pont de Valserre a rouvert. Le chantier a coûté 12 millions d’euros.",
  url: "https://n.example/pont",
  publishedAt: new Date(),
  ...change,
});
const minute = 60_000;
const edition = (windowStart: number, windowEnd: number) =>
  composing.news(
    {
      language: "fr",
      categories: ["politics"],
      windowStart: new Date(windowStart),
      windowEnd: new Date(windowEnd),
    },
    100,
  );

describe("one process sorts, another composes two editions, one after the other", () => {
  test.each([
    ["in time", 0],
    ["by a clock that is ahead of the database's", 800],
  ])(
    "tells a story written after the first was composed in the second: %s",
    async (_name, ahead) => {
      await clustering.receive([item()], new Date());
      const done = clusterStories(clustering, new Date());
      await clustering.reached.promise;
      const windowEnd = Date.now() + ahead;
      expect(await edition(windowEnd - minute, windowEnd)).toEqual([]);
      clustering.released.resolve();
      await done;
      expect(await edition(windowEnd, windowEnd + minute)).toHaveLength(1);
      // composed once more, because it was not whole, the first edition tells what it told
      expect(await edition(windowEnd - minute, windowEnd)).toEqual([]);
    },
  );

  test("tells a story once when a crash had it written twice", async () => {
    await clustering.receive([item()], new Date());
    clustering.released.resolve();
    await clusterStories(clustering, new Date());
    const [story] = await edition(0, Date.now() + minute);
    const windowEnd = story?.firstSeenAt.getTime() ?? 0;
    await connections[0]!.collection("items").updateMany({}, { $set: { storyId: null } });
    await clusterStories(clustering, new Date());
    expect(await edition(windowEnd - minute, windowEnd)).toHaveLength(1);
    expect(await edition(windowEnd, windowEnd + minute)).toEqual([]);
  });
});

describe("the link that two entries share", () => {
  const cluster = async (...items: Item[]) => {
    clustering.released.resolve();
    for (const each of items) {
      await clustering.receive([each], new Date());
      await clusterStories(clustering, new Date());
    }
    const found = await composing.recent(new Date(0));
    return found.map(({ articles }) => articles.map(({ itemId }) => itemId)).toSorted();
  };

  test("makes one story of an article in two feeds, under a headline that was changed", async () => {
    const renamed = item({
      id: "again",
      feedId: "politics",
      title: "Le pont de Valserre enfin rouvert aux voitures",
      summary: "Le pont était fermé depuis trois ans.",
    });
    expect(await cluster(item(), renamed)).toEqual([["item", "again"]]);
  });

  test("makes nothing one where the words are others", async () => {
    const other = item({
      id: "other",
      feedId: "sports",
      title: "Nantes gagne au bout de la nuit",
      summary: "Un penalty à la 96e minute offre la victoire aux Canaris face à Lens.",
    });
    expect(await cluster(item(), other)).toEqual([["item"], ["other"]]);
  });

  test("makes nothing one where a feed gives it to several entries", async () => {
    const live = { url: "https://n.example/direct" };
    const items = [
      item({ ...live, title: "Direct : le pont rouvre", summary: "La foule attend à Valserre." }),
      item({ ...live, id: "b", title: "Direct : la maire de Valserre parle", summary: "" }),
      item({ ...live, id: "c", title: "Direct : un bus passe à Valserre", summary: "" }),
    ];
    expect(await cluster(...items)).toEqual([["b"], ["c"], ["item"]]);
  });
});
