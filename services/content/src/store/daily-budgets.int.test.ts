import { expect, test } from "vitest";
import { twoReplicas } from "../testing/two-replicas.ts";
import { DailyBudgets } from "./daily-budgets.ts";

const { mongo, other } = twoReplicas("budgets");

test("shares the limit between replicas, and counts each day separately", async () => {
  const replicas = [new DailyBudgets(mongo()), new DailyBudgets(other())];
  const today = new Date("2026-11-21T23:59:00Z");
  const taken = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      replicas[index % 2]!.take("model_tokens", 10, 100, today),
    ),
  );
  expect(taken.filter(Boolean)).toHaveLength(10);
  expect(await replicas[0]!.take("speech_characters", 10, 100, today)).toBe(true);
  expect(await replicas[0]!.take("model_tokens", 10, 100, new Date("2026-11-22T00:00:00Z"))).toBe(
    true,
  );
  await replicas[1]!.correct("model_tokens", -10, today);
  expect(await replicas[0]!.take("model_tokens", 10, 100, today)).toBe(true);
  expect(await replicas[0]!.take("model_tokens", 1, 100, today)).toBe(false);
});
