import { createRequire } from "node:module";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { slowPoolTimer } from "./mongo-pool-timer.ts";

const load = createRequire(createRequire(import.meta.url).resolve("mongoose"));
const { ConnectionPool } = load("mongodb/lib/cmap/connection_pool.js") as {
  ConnectionPool: { prototype: { ensureMinPoolSize(): void } };
};
slowPoolTimer();

const poolOf = (minPoolSize: number) => {
  const prune = vi.fn<() => void>();
  const pool = Object.assign(Object.create(ConnectionPool.prototype), {
    poolState: "ready",
    options: { minPoolSize, minPoolSizeCheckFrequencyMS: 100 },
    connections: { prune, length: minPoolSize },
    checkedOut: new Set(),
    pending: 0,
  }) as { ensureMinPoolSize(): void; poolState: string };
  pool.ensureMinPoolSize();
  return { pool, prune };
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("checks an idle pool that may be empty every ten seconds", () => {
  const { prune } = poolOf(0);
  vi.advanceTimersByTime(60_000);
  expect(prune).toHaveBeenCalledTimes(7);
});

test("keeps the driver's timer for a pool that must not be empty", () => {
  const { pool } = poolOf(1);
  expect(vi.getTimerCount()).toBe(0);
  pool.poolState = "closed";
});
