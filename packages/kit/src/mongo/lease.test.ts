import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepLease } from "./lease.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

test("renews a lease three times in its length until it is stopped", async () => {
  const until: number[] = [];
  const stop = keepLease(async (date) => void until.push(date.getTime()), {
    leaseMs: 21_000,
    failed: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(21_000);
  expect(until).toEqual([28_000, 35_000, 42_000]);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(until).toHaveLength(3);
});

test("reports each failed renewal and continues", async () => {
  const failed = vi.fn<(error: unknown) => void>();
  const away = new Error("no primary");
  let tries = 0;
  const stop = keepLease(
    async () => {
      tries += 1;
      if (tries < 3) throw away;
    },
    { leaseMs: 21_000, failed },
  );
  await vi.advanceTimersByTimeAsync(28_000);
  stop();
  expect(tries).toBe(4);
  expect(failed.mock.calls).toEqual([[away], [away]]);
});
