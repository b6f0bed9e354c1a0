import { createRequire } from "node:module";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { calmPoolTimer } from "./mongo-idle-timer.ts";

const load = createRequire(createRequire(import.meta.url).resolve("mongoose"));
const { ConnectionPool } = load("mongodb/lib/cmap/connection_pool.js") as {
  ConnectionPool: { prototype: { ensureMinPoolSize(): void } };
};
calmPoolTimer();

const poolOf = (minPoolSize: number) => {
  const look = vi.fn<() => void>();
  const pool = Object.assign(Object.create(ConnectionPool.prototype), {
    poolState: "ready",
    options: { minPoolSize, minPoolSizeCheckFrequencyMS: 100 },
    connections: { prune: look, length: minPoolSize },
    checkedOut: new Set(),
    pending: 0,
  }) as { ensureMinPoolSize(): void; poolState: string };
  pool.ensureMinPoolSize();
  return { pool, look };
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("checks an idle pool that may be empty every ten seconds", () => {
  const { look } = poolOf(0);
  vi.advanceTimersByTime(60_000);
  expect(look).toHaveBeenCalledTimes(7);
});

test("keeps the driver's timer for a pool that must not be empty", () => {
  const { pool } = poolOf(1);
  expect(vi.getTimerCount()).toBe(0);
  pool.poolState = "closed";
});
