import { registry } from "@matinale/kit";
import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import { silentLogger as logger, testDatabase } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { createFeedParser } from "../clients/feeds/feed-parser.ts";
import { createFeedReader } from "../clients/feeds/http-feed-reader.ts";
import { FeedError, type FeedReader } from "../domain/feeds/feed-reading.ts";
import type { Feed } from "../domain/news.ts";
import { FeedStore, type StoredFeed } from "../store/feeds.ts";
import { ItemStore } from "../store/items.ts";
import { SingletonLeases } from "../store/singleton-leases.ts";
import { StoryStore } from "../store/stories.ts";
import { noAlerts } from "../testing/no-alerts.ts";
import { startStandIn } from "../testing/stand-in.ts";
import { pollFeeds } from "./poll-feeds.ts";
import { clusterStories } from "../application/cluster-stories.ts";

const database = testDatabase("feeds");
const parser = createFeedParser();
let mongo: Connection;
let feeds: FeedStore;
let items: ItemStore;
let stories: StoryStore;
let leases: SingletonLeases;
let good: Awaited<ReturnType<typeof startStandIn>>;
let bad: Awaited<ReturnType<typeof startStandIn>>;
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  mongo = await connectMongo(database);
  feeds = new FeedStore(mongo);
  items = new ItemStore(mongo);
  stories = new StoryStore(mongo);
  leases = new SingletonLeases(mongo);
  await ensureIndexes(mongo);
});
beforeEach(async () => {
  good = await startStandIn();
  bad = await startStandIn();
  await Promise.all(
    ["feeds", "items", "stories", "singleton_leases"].map((name) =>
      mongo.collection(name).deleteMany({}),
    ),
  );
});
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
  await good.close();
  await bad.close();
});
afterAll(async () => {
  await parser.close();
  await database.drop();
  await mongo.close();
});

const feed = (id: string, server: { url: string }): Feed => ({
  id,
  url: `${server.url}/${id}`,
  outlet: "La Une",
  language: "fr",
  country: "fr",
  category: "politics",
  terms: "licensed",
});
const story = { title: "Un titre", summary: "Une phrase.", url: "https://n.example/1" };

/** @param hangs  the result of all requests to the bad host, which never answers by itself */
async function poll(hangs?: Promise<never>): Promise<ReturnType<typeof pollFeeds>> {
  const reader = createFeedReader({ allowedHosts: [good.host, bad.host], deadline: 60_000 });
  const read: FeedReader["read"] = (url, ...rest) =>
    hangs !== undefined && url.startsWith(bad.url) ? hangs : reader.read(url, ...rest);
  const polls = pollFeeds({
    feeds,
    items,
    stories,
    leases,
    reader: { read },
    parser,
    intervalMs: 60_000,
    logger,
    onNews: () => undefined,
  });
  await polls.start();
  running.push({ stop: () => polls.stop().then(() => reader.close()) });
  return polls;
}
const itemCount = () => mongo.collection("items").countDocuments();
const feedDocument = (id: string) => mongo.collection("feeds").findOne({ _id: id as never });

test("polls other hosts while a feed hangs, and polls that feed less often afterwards", async () => {
  good.print(feed("good", good), [story]);
  const hanging = Promise.withResolvers<never>();
  await feeds.list([feed("bad", bad), feed("good", good)], new Date());
  await poll(hanging.promise);
  await vi.waitFor(async () => expect(await itemCount()).toBe(1));
  expect((await feedDocument("bad"))?.["failures"]).toBe(0);
  hanging.reject(new FeedError("too_slow", "no complete answer in time"));
  await vi.waitFor(async () => expect((await feedDocument("bad"))?.["failures"]).toBe(1));
  const failing = await feedDocument("bad");
  expect(failing?.["lastFailure"]).toBe("too_slow: no complete answer in time");
  expect(failing?.["nextPollAt"].getTime()).toBeGreaterThan(Date.now() + 100_000);
});

test("sends one request at a time to a host, and none before a feed is due", async () => {
  const ids = ["a", "b", "c", "d", "e"];
  for (const id of ids) good.print(feed(id, good), [{ ...story, url: `https://n.example/${id}` }]);
  await feeds.list(
    ids.map((id) => feed(id, good)),
    new Date(),
  );
  await poll();
  await vi.waitFor(async () => expect(await itemCount()).toBe(5));
  expect(good.polled.toSorted()).toEqual(ids);
  expect(await feeds.dueHosts(new Date())).toEqual([]);
});

test("polls a host once when two processes run", async () => {
  good.print(feed("a", good), [story]);
  await feeds.list([feed("a", good)], new Date());
  await Promise.all([poll(), poll()]);
  await vi.waitFor(async () => expect((await feedDocument("a"))?.["readAt"]).toBeInstanceOf(Date));
  expect(good.polled).toEqual(["a"]);
});

test("stops polling feeds that left the catalogue and polls new ones at once", async () => {
  await feeds.list([feed("old", good)], new Date());
  good.print(feed("new", good), [story]);
  await feeds.list([feed("new", good)], new Date());
  await poll();
  await vi.waitFor(async () => expect(await itemCount()).toBe(1));
  expect(good.polled).toEqual(["new"]);
});

test("stores an entry once, and makes one story of it when it is clustered twice", async () => {
  const item = {
    id: "i1",
    feedId: "a",
    outlet: "La Une",
    language: "fr",
    country: "fr",
    category: "politics",
    title: "Le pont de Valserre rouvre",
    summary: "Fermé trois ans, le pont rouvre.",
    url: "https://n.example/1",
    terms: "licensed",
    publishedAt: new Date(),
  } as const;
  expect(await items.receive([item], new Date())).toBe(1);
  expect(await items.receive([item], new Date())).toBe(0);
  await clusterStories({ items, stories, leases, ...noAlerts }, new Date());
  // the state after a crash between the two writes: the story is stored, the item not marked
  await mongo.collection("items").updateOne({ _id: "i1" as never }, { $set: { storyId: null } });
  await clusterStories({ items, stories, leases, ...noAlerts }, new Date());
  const found = await stories.recent(new Date(0));
  expect(found).toHaveLength(1);
  expect(found[0]?.sources).toHaveLength(1);
});

test("stores a corrected text in item and story, and the time when a fact changed with it", async () => {
  const leased = { _id: good.host as never, lease: { $exists: true } };
  const read = async (printed: typeof story) => {
    good.print(feed("a", good), [printed]);
    const before = good.polled.length;
    await mongo.collection("feeds").updateMany({}, { $set: { nextPollAt: new Date(0) } });
    polls.wake();
    await vi.waitFor(() => expect(good.polled.length).toBe(before + 1), 5_000);
    await vi.waitFor(
      async () => expect(await mongo.collection("singleton_leases").countDocuments(leased)).toBe(0),
      5_000,
    );
    await clusterStories({ items, stories, leases, ...noAlerts }, new Date());
    return (await stories.recent(new Date(0))).flatMap(({ sources }) => sources);
  };
  await feeds.list([feed("a", good)], new Date());
  const polls = await poll();
  const first = { ...story, title: "Le maire mis en examen" };
  expect(await read(first)).toMatchObject([{ title: first.title }]);
  const [reworded] = await read({ ...first, summary: "Une autre phrase." });
  expect(reworded).toMatchObject({ summary: "Une autre phrase." });
  expect(reworded).not.toHaveProperty("correctedAt");
  const corrected = { ...first, title: "Le maire témoin assisté" };
  for (const _ of [1, 2]) {
    const sources = await read(corrected);
    expect(sources).toMatchObject([{ title: corrected.title, correctedAt: expect.any(Date) }]);
  }
  const stored = await mongo.collection("items").find({}).toArray();
  expect(stored).toMatchObject([{ title: corrected.title, summary: corrected.summary }]);
});

test("exports the state of each feed, and drops feeds that left the catalogue", async () => {
  good.print(feed("good", good), [story]);
  await feeds.list([feed("good", good), feed("gone", bad), feed("left", bad)], new Date());
  await poll();
  await vi.waitFor(async () => expect((await feedDocument("left"))?.["failures"]).toBe(1));
  await vi.waitFor(async () => expect(await itemCount()).toBe(1));
  await feeds.list([feed("good", good), feed("gone", bad)], new Date());
  await vi.waitFor(async () => {
    const shown = await registry.metrics();
    expect(shown).toContain('content_feed_failures{feed="good",failure="none"} 0');
    expect(shown).toContain('content_feed_failures{feed="gone",failure="status"} 1');
    expect(shown).toContain("content_feeds 2");
    expect(shown).not.toContain('feed="left"');
  }, 5_000);
});

test("polls no feed that is switched off, also when the catalogue is read again, until it is on", async () => {
  good.print(feed("a", good), [story]);
  good.print(feed("b", good), [story]);
  const both = [feed("a", good), feed("b", good)];
  await feeds.list(both, new Date());
  expect(await feeds.switch("a", "off", new Date())).toBe(true);
  expect(await feeds.switch("unknown", "off", new Date())).toBe(false);
  await feeds.list(both, new Date());
  const polls = await poll();
  await vi.waitFor(async () => expect((await feedDocument("b"))?.["readAt"]).toBeInstanceOf(Date));
  expect(good.polled).toEqual(["b"]);
  await vi.waitFor(async () => {
    const shown = await registry.metrics();
    expect(shown).toContain('content_feed_failures{feed="b"');
    expect(shown).not.toContain('feed="a"');
  }, 5_000);
  await feeds.switch("a", "on", new Date());
  polls.wake();
  await vi.waitFor(() => expect(good.polled).toEqual(["b", "a"]), 5_000);
});

test("takes an entry without a date for news when it is new since the last poll", async () => {
  const undated = (n: number) => ({
    ...story,
    title: `Titre ${n}`,
    url: `https://n.example/${n}`,
    date: "",
  });
  const due = () => mongo.collection("feeds").updateMany({}, { $set: { nextPollAt: new Date(0) } });
  const read = async (...entries: number[]) => {
    good.print(feed("a", good), entries.map(undated));
    const before = good.polled.length;
    await due();
    polls.wake();
    await vi.waitFor(() => expect(good.polled.length).toBe(before + 1), 5_000);
    await vi.waitFor(async () =>
      expect((await feedDocument("a"))?.["undated"]).toHaveLength(entries.length),
    );
  };
  await feeds.list([feed("a", good)], new Date());
  good.print(feed("a", good), [undated(1)]);
  const polls = await poll();
  await vi.waitFor(async () => expect((await feedDocument("a"))?.["undated"]).toHaveLength(1));
  expect(await itemCount()).toBe(0);
  await read(1, 2);
  await vi.waitFor(async () => expect(await itemCount()).toBe(1));
  await read(1, 2, 3);
  await vi.waitFor(async () => expect(await itemCount()).toBe(2));
});

test("stores at most 200 new items of a feed in an hour, the newest, and warns once a poll", async () => {
  const warn = vi.spyOn(logger, "warn");
  onTestFinished(() => warn.mockRestore());
  const entry = (n: number, hoursAgo = 1) => ({
    ...story,
    title: `Titre ${n}`,
    url: `https://n.example/${n}`,
    hoursAgo,
  });
  const entries = (first: number, count: number, hoursAgo: number) =>
    Array.from({ length: count }, (_, n) => entry(first + n, hoursAgo));
  const flood = [...entries(1, 70, 20), ...entries(101, 150, 1)];
  const stored = (feedId: string, more = {}) =>
    mongo.collection("items").countDocuments({ feedId, ...more });
  const hour = 3_600_000;

  good.print(feed("flood", good), flood);
  good.print(feed("calm", good), [entry(1)]);
  await feeds.list([feed("flood", good), feed("calm", good)], new Date());
  const polls = await poll();
  const bothRead = async (times: number) => {
    await vi.waitFor(() => expect(good.polled).toHaveLength(2 * times), 5_000);
    await vi.waitFor(async () => {
      const leased = { _id: good.host as never, lease: { $exists: true } };
      expect(await mongo.collection("singleton_leases").countDocuments(leased)).toBe(0);
    }, 5_000);
  };
  const pollAgain = async () => {
    const now = { $set: { nextPollAt: new Date(0) } };
    await mongo.collection("feeds").updateMany({}, now);
    polls.wake();
  };
  await bothRead(1);
  expect([await stored("flood"), await stored("calm")]).toEqual([200, 1]);
  const recent = { publishedAt: { $gt: new Date(Date.now() - 2 * hour) } };
  expect(await stored("flood", recent)).toBe(150);
  expect(warn.mock.calls).toEqual([
    [{ feed: "flood", excess: 20 }, expect.stringContaining("too many")],
  ]);

  good.print(feed("flood", good), [entry(501), ...flood]);
  good.print(feed("calm", good), [entry(502), entry(1)]);
  await pollAgain();
  await bothRead(2);
  expect([await stored("flood"), await stored("calm")]).toEqual([200, 2]);
  expect(warn).toHaveBeenCalledTimes(2);

  // the state an hour later: all items expire at the same age
  const older = [{ $set: { expiresAt: { $subtract: ["$expiresAt", hour] } } }];
  await mongo.collection("items").updateMany({}, older);
  good.print(feed("flood", good), [entry(503), entry(501), ...flood]);
  await pollAgain();
  await bothRead(3);
  expect(await stored("flood")).toBe(222);
  expect(warn).toHaveBeenCalledTimes(2);
});

test("stores an article once whose feed gives it another id at each poll", async () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  const entry = { ...story, guid: "1", date };
  const read = async (printed: typeof entry) => {
    good.print(feed("a", good), [printed]);
    const before = good.polled.length;
    await mongo.collection("feeds").updateMany({}, { $set: { nextPollAt: new Date(0) } });
    polls.wake();
    await vi.waitFor(() => expect(good.polled.length).toBe(before + 1), 5_000);
    const leased = { _id: good.host as never, lease: { $exists: true } };
    await vi.waitFor(
      async () => expect(await mongo.collection("singleton_leases").countDocuments(leased)).toBe(0),
      5_000,
    );
  };
  await feeds.list([feed("a", good)], new Date());
  good.print(feed("a", good), [entry]);
  const polls = await poll();
  await vi.waitFor(async () => expect(await itemCount()).toBe(1));
  await read({ ...entry, guid: "2" });
  await read({ ...entry, guid: "3", date: new Date().toUTCString() });
  expect(await itemCount()).toBe(1);
  // under the link of a live page
  await read({ ...entry, guid: "4", title: "Un autre titre" });
  expect(await itemCount()).toBe(2);
});

test("sends the ETag of the last poll, and parses nothing after a 304", async () => {
  const parse = vi.spyOn(parser, "parse");
  onTestFinished(() => parse.mockRestore());
  good.state.etag = '"v1"';
  good.print(feed("a", good), [story]);
  await feeds.list([feed("a", good)], new Date());
  const polls = await poll();
  const readAt = async () => (await feedDocument("a"))?.["readAt"];
  await vi.waitFor(async () => expect(await readAt()).toBeInstanceOf(Date));
  const first = await readAt();
  const now = { $set: { nextPollAt: new Date(0) } };
  await mongo.collection("feeds").updateMany({}, now);
  polls.wake();
  await vi.waitFor(async () => expect(await readAt()).not.toEqual(first), 5_000);
  expect(good.validators).toEqual([undefined, '"v1"']);
  expect(parse).toHaveBeenCalledTimes(1);
  expect(await feedDocument("a")).toMatchObject({ etag: '"v1"', failures: 0 });
});

test("reads a feed from its beginning when the catalogue gives it another address", async () => {
  good.state.etag = '"v1"';
  bad.state.etag = '"v1"';
  good.print(feed("a", good), [story]);
  await feeds.list([feed("a", good)], new Date());
  const polls = await poll();
  await vi.waitFor(async () => expect((await feedDocument("a"))?.["etag"]).toBe('"v1"'));
  const old = (await feedDocument("a")) as never as StoredFeed;
  bad.print(feed("a", bad), [{ ...story, url: "https://n.example/2" }]);
  await feeds.list([feed("a", bad)], new Date());
  expect(await feedDocument("a")).not.toHaveProperty("etag");
  // a poll of the old address that ends late
  await feeds.polled(old, { etag: '"v1"', failures: 0, nextPollAt: new Date() });
  expect(await feedDocument("a")).not.toHaveProperty("etag");
  polls.wake();
  await vi.waitFor(async () => expect(await itemCount()).toBe(2), 5_000);
  expect(bad.validators).toEqual([undefined]);
});

test("counts a feed without readable entries as failing, with the reason", async () => {
  good.print(feed("a", good), []);
  await feeds.list([feed("a", good)], new Date());
  await poll();
  await vi.waitFor(async () =>
    expect((await feedDocument("a"))?.["lastFailure"]).toBe(
      "not_a_feed: a feed without readable entries",
    ),
  );
});

test("polls a feed later whose entries cause an unexpected error", async () => {
  const parse = vi.spyOn(parser, "parse").mockResolvedValue([{ link: 1 } as never]);
  onTestFinished(() => parse.mockRestore());
  good.print(feed("a", good), [story]);
  await feeds.list([feed("a", good)], new Date());
  await poll();
  await vi.waitFor(async () =>
    expect(await feedDocument("a")).toMatchObject({
      failures: 1,
      lastFailure: "not_a_feed: its entries cannot be stored",
    }),
  );
  expect(good.polled).toHaveLength(1);
});

test("postpones all feeds of a host when it asks for a pause", async () => {
  const ids = ["a", "b", "c"];
  for (const id of ids) good.print(feed(id, good), [story]);
  good.state.restSeconds = 900;
  await feeds.list(
    ids.map((id) => feed(id, good)),
    new Date(),
  );
  await poll();
  await vi.waitFor(async () => {
    const next = await feeds.nextDueAt();
    expect(next?.getTime()).toBeGreaterThan(Date.now() + 800_000);
  });
  const asked = await mongo.collection("feeds").find().toArray();
  expect(asked.every(({ nextPollAt }) => nextPollAt.getTime() > Date.now() + 800_000)).toBe(true);
  expect(good.polled).toHaveLength(1);
});
