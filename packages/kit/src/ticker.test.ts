import { expect, test, vi } from "vitest";
import { ticker } from "./jobs.ts";
import { silentLogger as logger } from "./testing/index.ts";

test("a nudge gets a round at once, a stream of them a round now and then", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  let rounds = 0;
  const run = async () => void (rounds += 1);
  const worker = ticker({ name: "test", everyMs: 10_000, apartMs: 100, logger, run });
  await worker.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toBe(1);
  worker.nudge();
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toBe(2);
  for (let time = 0; time < 50; time += 1) {
    worker.nudge();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(rounds).toBeGreaterThanOrEqual(6);
  expect(rounds).toBeLessThanOrEqual(8);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(rounds).toBeLessThanOrEqual(11);
  const stopped = worker.stop();
  await vi.runAllTimersAsync();
  await stopped;
  vi.useRealTimers();
});
