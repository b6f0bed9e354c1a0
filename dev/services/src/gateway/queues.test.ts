import { expect, test } from "vitest";
import { createQueues } from "./queues.ts";

test("work under one name goes one at a time, in order, also after a failure", async () => {
  const { inTurn } = createQueues();
  const events: string[] = [];
  const work = (name: string, fails = false) =>
    inTurn("collection", async () => {
      events.push(`${name} begins`);
      await Promise.resolve();
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const results = await Promise.allSettled([work("a", true), work("b"), work("c")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(events).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("work under other names does not wait", async () => {
  const { inTurn } = createQueues();
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = inTurn("a", () => promise);
  expect(await inTurn("b", async () => "done")).toBe("done");
  resolve();
  await slow;
});
