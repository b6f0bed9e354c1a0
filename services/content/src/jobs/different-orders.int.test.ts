import { afterAll, beforeAll, expect, test } from "vitest";
import { startContent } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.stop());

test("answers each of 24 different orders that are due together once", async () => {
  const slugs = ["sports", "politics", "culture", "economy", "technology"] as const;
  const windowEnd = new Date();
  const pairs = slugs.flatMap((one, at) => slugs.slice(at + 1).map((other) => [one, other]));
  const orders = [...slugs.map((slug) => [slug]), ...pairs].flatMap((categories) =>
    (["female", "male"] as const).map((voice) => ({ categories, voice, windowEnd })),
  );
  const ids = await Promise.all(orders.slice(0, 24).map((order) => content.ask(order)));
  await Promise.all(ids.map(content.answerTo));
  for (const id of ids) expect(content.answersTo(id)).toHaveLength(1);
});
