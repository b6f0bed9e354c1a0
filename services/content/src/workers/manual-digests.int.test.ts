import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startContent } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
beforeAll(async () => {
  content = await startContent(undefined, 2);
  // the first digest makes each replica load its clients and encoders
  const voice = "male" as const;
  const orders = (["sports", "politics"] as const).map((slug) => ({ voice, categories: [slug] }));
  const ids = await Promise.all([...orders, ...orders].map((order) => content.ask(order)));
  await Promise.all(ids.map(content.answerTo));
});
afterAll(() => content.stop());

test("gives a manual digest with an empty cache as much audio as an equal one seconds later", async () => {
  // eleven clips, eight at once: 12 s in all
  content.standIn.state.speechMs = 6_000;
  const categories = ["sports" as const, "politics" as const];
  const windowEnd = new Date();
  const ask = () => content.ask({ categories, manual: true, windowEnd, dueAt: new Date() });
  const first = await ask();
  await pause(5_000);
  const second = await ask();
  const [early, late] = await Promise.all([first, second].map(content.answerTo));
  expect(early?.audioMissing).toBe("");
  expect(early?.texts.join("\n")).not.toContain("astérisque");
  expect(early?.audio).toEqual(late?.audio);
});
