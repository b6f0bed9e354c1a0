import { fileURLToPath } from "node:url";
import type { Language } from "@matinale/contracts";
import { connectMongo } from "@matinale/kit/mongo";
import { runProgram, testDatabase } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Item } from "../domain/news.ts";
import { ItemStore } from "../store/items.ts";

const database = testDatabase("unknown-names");
let mongo: Awaited<ReturnType<typeof connectMongo>>;
beforeAll(async () => {
  mongo = await connectMongo(database);
});
afterAll(async () => {
  await database.drop();
  await mongo.close();
});

const command = fileURLToPath(new URL("unknown-names.ts", import.meta.url));
const unknownNames = (...args: string[]) => {
  const { MONGODB_URI, MONGODB_DATABASE } = database;
  return runProgram(command, args, { MONGODB_URI, MONGODB_DATABASE });
};

const dayMs = 24 * 60 * 60 * 1000;
const articleOf = (language: Language, title: string, daysAgo: number): Item => ({
  id: `${language} ${title} ${daysAgo}`,
  feedId: "feed",
  outlet: "Outlet",
  language,
  country: "fr",
  category: "politics",
  title,
  summary: "",
  url: "https://n.example/1",
  terms: "licensed",
  publishedAt: new Date(Date.now() - daysAgo * dayMs),
});

test("lists the names of the last seven days without a pronunciation, the most frequent first", async () => {
  await new ItemStore(mongo).receive(
    [
      articleOf("fr", "Le maire, Anne Petit, quitte Bruxelles", 1),
      articleOf("fr", "Hier, Jean Dupont a voté", 2),
      articleOf("fr", "Le ministre Jean Dupont a signé", 6),
      articleOf("fr", "Le ministre Paul Ancien a signé", 8),
      articleOf("en", "Voters chose Mary Smith", 1),
    ],
    new Date(),
  );
  const french = ["fr, articles of the last seven days: 3", "     2  Jean Dupont"];
  const english = ["en, articles of the last seven days: 1", "     1  Mary Smith"];
  const { stdout } = await unknownNames();
  expect(stdout.trimEnd().split("\n")).toEqual([...french, "     1  Anne Petit", ...english]);
  expect((await unknownNames("1")).stdout.trimEnd().split("\n")).toEqual([...french, ...english]);
});

test.each(["0", "-3", "many"])("refuses the limit %s", async (limit) => {
  expect(await unknownNames(limit)).toMatchObject({
    code: 2,
    stderr: "usage: unknown-names.ts [number of names]\n",
  });
});
