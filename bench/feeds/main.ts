import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, startTemporaryDevServices } from "@matinale/dev-services";
import { connectMongo, createLogger, ensureIndexes } from "@matinale/kit";
import { createFeedParser } from "../../services/content/src/clients/feeds/feed-parser.ts";
import { createFeedReader } from "../../services/content/src/clients/feeds/http-feed-reader.ts";
import type { FeedParser } from "../../services/content/src/domain/feeds/feed-reading.ts";
import type { Feed } from "../../services/content/src/domain/news.ts";
import { pollFeeds } from "../../services/content/src/workers/poll-feeds.ts";
import { FeedStore } from "../../services/content/src/store/feeds.ts";
import { ItemStore } from "../../services/content/src/store/items.ts";
import { smoke } from "../harness/arguments.ts";
import { databaseOf } from "../harness/backing.ts";
import { expect, print } from "../harness/figures.ts";
import { startFeedServer } from "./feed-server.ts";

/**
 * 500 feeds on 50 hosts; a tenth of them have news. Only changed feeds are sent with a body and parsed. `--smoke` polls
 * fewer feeds.
 */
const feedCount = smoke ? 100 : 500;
const hostCount = smoke ? 10 : 50;
const share = 0.1;

const stamp = randomBytes(6).toString("hex");
const logger = createLogger({ service: "bench", level: "error" });
const port = await freePort();
const addresses = Array.from({ length: hostCount }, (_, n) => `127.0.0.${n + 1}`);
const outlets = await startFeedServer(port, addresses, feedCount);
const hosts = addresses.map((address) => `${address}:${port}`);
const catalogue = Array.from({ length: feedCount }, (_, n): Feed => ({
  id: `feed-${n}`,
  url: `http://${hosts[n % hostCount]}/${n}`,
  outlet: `Outlet ${n}`,
  language: "en",
  country: "international",
  category: "economy",
  terms: "licensed",
}));

const reader = createFeedReader({ allowedHosts: hosts });
const parser = createFeedParser();
let parses = 0;
const counting: FeedParser = {
  parse: (document) => {
    parses += 1;
    return parser.parse(document);
  },
};

/** The service's own polling on a real database: every feed twice; a tenth of them change in between. */
async function pollTwice(): Promise<void> {
  const backing = await startTemporaryDevServices("bench");
  const mongo = await connectMongo({
    MONGODB_URI: backing.mongodb.url,
    MONGODB_DATABASE: databaseOf(stamp),
  });
  const feeds = new FeedStore(mongo);
  const items = new ItemStore(mongo);
  await ensureIndexes(mongo);
  const polls = pollFeeds({
    feeds,
    items,
    reader,
    parser: counting,
    intervalMs: 3_600_000,
    logger,
    onNews: () => undefined,
  });
  const everyFeedRead = async () => {
    const due = { nextPollAt: { $lte: new Date() } };
    while ((await mongo.collection("feeds").countDocuments(due)) > 0) await pause(20);
  };
  try {
    await feeds.list(catalogue, new Date());
    await polls.start();
    const started = performance.now();
    await everyFeedRead();
    const perMinute = (feedCount / (performance.now() - started)) * 60_000;
    print(`${feedCount} feeds on ${hostCount} hosts: ${perMinute.toFixed(0)} a minute, all new`);
    const before = { parses, unchanged: outlets.unchanged() };
    expect(`first round: ${parses} parses of ${feedCount} feeds`, parses === feedCount);

    const changed = Math.round(feedCount * share);
    outlets.addArticle(changed);
    const now = { $set: { nextPollAt: new Date() } };
    await mongo.collection("feeds").updateMany({}, now);
    await mongo.collection("hosts").updateMany({}, now);
    polls.wake();
    await everyFeedRead();
    const parsed = parses - before.parses;
    expect(`second round: ${parsed} parses of ${changed} changed feeds`, parsed === changed);
    const unchanged = outlets.unchanged() - before.unchanged;
    expect(
      `second round: ${unchanged} of ${feedCount} answers without a body, ${feedCount - changed} unchanged`,
      unchanged === feedCount - changed,
    );
  } finally {
    await polls.stop();
    await mongo.dropDatabase();
    await mongo.close();
    await backing.stop();
  }
}

try {
  await pollTwice();
} finally {
  await Promise.all([reader.close(), parser.close()]);
  outlets.stop();
}
