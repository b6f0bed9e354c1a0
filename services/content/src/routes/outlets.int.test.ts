import { caller, listen, silentLogger, testDatabase, testSecret } from "@matinale/kit/testing";
import { createApp } from "@matinale/kit";
import { connectMongo } from "@matinale/kit/mongo";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import type { Feed } from "../domain/news.ts";
import { FeedStore } from "../store/feeds.ts";
import { outletRoutes } from "./outlets.ts";

const start = async () => {
  const database = testDatabase("outlets");
  const mongo = await connectMongo(database);
  const feeds = new FeedStore(mongo);
  const app = createApp({
    service: "content",
    secret: testSecret,
    logger: silentLogger,
    open: [outletRoutes(feeds)],
    routes: [],
  });
  const server = await listen(app);
  const stop = async () => {
    await server.close();
    await mongo.close();
    await database.drop();
  };
  return { feeds, call: caller(server.url, "content"), stop };
};
let content: Awaited<ReturnType<typeof start>>;
startForTests(start, (started) => (content = started));

const feed = (id: string, changes: Partial<Feed> = {}): Feed => ({
  id,
  url: `https://n.example/${id}.xml`,
  outlet: "Le Fil",
  language: "fr",
  country: "fr",
  category: "politics",
  terms: "headline",
  ...changes,
});
const outlet = { name: "Le Fil", language: "fr", country: "fr", simulated: false };

test("lists each outlet whose feeds are polled once, with its terms and licence", async () => {
  const open = { outlet: "Voix", terms: "licensed", licence: "CC BY 3.0" } as const;
  await content.feeds.list(
    [feed("a"), feed("b", { category: "sports" }), feed("c", open), feed("d", { outlet: "Off" })],
    new Date(),
  );
  await content.feeds.switch("d", "off", new Date());
  expect((await content.call("GET /outlets")).body).toEqual({
    outlets: [
      { ...outlet, terms: "headline", licence: null },
      { ...outlet, name: "Voix", terms: "licensed", licence: "CC BY 3.0" },
    ],
  });
});

test("forgets a licence and an owner that the catalogue no longer has", async () => {
  const agreed = { outlet: "Voix", licence: "CC BY 3.0", owner: "Groupe Voix" } as const;
  await content.feeds.list([feed("c", agreed)], new Date());
  expect(await content.feeds.owners()).toEqual(new Map([["c", "Groupe Voix"]]));
  await content.feeds.list([feed("c", { outlet: "Voix" })], new Date());
  expect((await content.feeds.outlets()).map(({ licence }) => licence)).toEqual([null]);
  expect(await content.feeds.owners()).toEqual(new Map());
});
