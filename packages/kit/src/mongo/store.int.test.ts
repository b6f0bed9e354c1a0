import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../testing/index.ts";
import { connectMongo, storeOf } from "./index.ts";

test("inserts a document once when several processes insert it at the same time", async () => {
  const database = testDatabase("store");
  onTestFinished(() => database.drop());
  const connections = await Promise.all([1, 2, 3, 4].map(() => connectMongo(database)));
  onTestFinished(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
  });
  const stores = connections.map(
    (each) => new (storeOf<{ _id: string; by: number }>("papers"))(each),
  );
  for (let n = 0; n < 50; n += 1) {
    const inserts = stores.map((store, by) => store.insertNew(`paper-${n}`, { by }));
    const news = await Promise.all(inserts);
    expect(news.filter(Boolean)).toEqual([true]);
    const by = news.indexOf(true);
    expect(await stores[0]?.document(`paper-${n}`)).toEqual({ _id: `paper-${n}`, by });
  }
});
