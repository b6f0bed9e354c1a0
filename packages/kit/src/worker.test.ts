import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ticker } from "./worker.ts";
import { silentLogger as logger } from "./testing/index.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("runs a round at once when woken, and keeps the interval when woken repeatedly", async () => {
  let rounds = 0;
  const run = async () => void (rounds += 1);
  const worker = ticker({ name: "test", everyMs: 10_000, minIntervalMs: 100, logger, run });
  await worker.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toBe(1);
  worker.wake();
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toBe(2);
  for (let time = 0; time < 50; time += 1) {
    worker.wake();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(rounds).toBeGreaterThanOrEqual(6);
  expect(rounds).toBeLessThanOrEqual(8);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(rounds).toBeLessThanOrEqual(11);
  const stopped = worker.stop();
  await vi.runAllTimersAsync();
  await stopped;
});

test("starts the next round when the previous one requests it", async () => {
  const next = [50, "again", 200_000, undefined] as const;
  const at: number[] = [];
  const run = async () => next[at.push(performance.now()) - 1];
  const worker = ticker({ name: "test", everyMs: 10_000, logger, run });
  const startedAt = performance.now();
  await worker.start();
  await vi.advanceTimersByTimeAsync(210_100);
  expect(at.map((time) => Math.round(time - startedAt))).toEqual([0, 50, 50, 200_050, 210_050]);
  const stopped = worker.stop();
  await vi.runAllTimersAsync();
  await stopped;
});
