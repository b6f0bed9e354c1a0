import { expect, test } from "vitest";
import { createKeyedMutex } from "./keyed-mutex.ts";

test("work with the same key runs one at a time, in order, also after a failure", async () => {
  const { runExclusive } = createKeyedMutex();
  const events: string[] = [];
  const work = (name: string, fails = false) =>
    runExclusive("collection", async () => {
      events.push(`${name} starts`);
      await Promise.resolve();
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const results = await Promise.allSettled([work("a", true), work("b"), work("c")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(events).toEqual(["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"]);
});

test("work with another key does not wait", async () => {
  const { runExclusive } = createKeyedMutex();
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = runExclusive("a", () => promise);
  expect(await runExclusive("b", async () => "done")).toBe("done");
  resolve();
  await slow;
});
