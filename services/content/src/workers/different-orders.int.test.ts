import { setTimeout as pause } from "node:timers/promises";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { startContent } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
let counted = { orders: 0, compositions: 0 };

const counters = async () => ({
  orders: await content.metric("content_distinct_orders_total"),
  compositions: await content.metric("content_compositions_total"),
});
const since = async () => {
  const { orders, compositions } = await counters();
  return {
    orders: orders - counted.orders,
    compositions: compositions - counted.compositions,
  };
};

startForTests(
  () => startContent(undefined, 2),
  (started) => (content = started),
);
beforeEach(async () => {
  counted = await counters();
});

const slugs = ["sports", "politics", "culture", "economy", "technology"] as const;
const pairs = slugs.flatMap((one, at) => slugs.slice(at + 1).map((other) => [one, other]));
/** 24 different orders. */
const ordersOf = (windowEnd: Date) =>
  [...slugs.map((slug) => [slug]), ...pairs]
    .flatMap((categories) =>
      (["female", "male"] as const).map((voice) => ({ categories, voice, windowEnd })),
    )
    .slice(0, 24);

const answers = (ids: readonly string[]) => Promise.all(ids.map(content.answerTo));

test("composes 24 orders that are due together once each on two replicas", async () => {
  const ids = await Promise.all(ordersOf(new Date()).map((order) => content.ask(order)));
  await answers(ids);
  for (const id of ids) expect(content.answersTo(id)).toHaveLength(1);
  expect(await since()).toEqual({ orders: 24, compositions: 24 });
});

test("composes an order once on two replicas for three requests, one after the other", async () => {
  const orders = ordersOf(new Date(Date.now() - 1));
  const ask = () => Promise.all(orders.map((order) => content.ask(order)));
  const first = await ask();
  await pause(400);
  const second = await ask();
  const composed = await answers([...first, ...second]);
  const third = await ask();
  const reused = await answers(third);
  for (const id of [...first, ...second, ...third]) expect(content.answersTo(id)).toHaveLength(1);
  expect(await since()).toEqual({ orders: 24, compositions: 24 });
  const contentOf = ({ texts, audio }: (typeof reused)[number]) => ({
    texts,
    audio: audio.map(({ mediaKey }) => mediaKey),
  });
  for (const [index, answer] of reused.entries()) {
    expect(contentOf(answer)).toEqual(contentOf(composed[index]!));
    expect(contentOf(answer)).toEqual(contentOf(composed[index + 24]!));
  }
});

test("composes manual digests with equal windows once", async () => {
  const windowEnd = new Date(Math.ceil(Date.now() / 60_000) * 60_000);
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => content.ask({ manual: true, windowEnd, dueAt: new Date() })),
  );
  const made = await answers(ids);
  expect(new Set(made.map(({ audio }) => audio[0]?.mediaKey)).size).toBe(1);
  expect(await since()).toEqual({ orders: 1, compositions: 1 });
});
