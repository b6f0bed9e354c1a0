import { createRequire } from "node:module";

interface ConnectionPool {
  readonly options: { readonly minPoolSize: number };
  minPoolSizeTimer?: NodeJS.Timeout;
  ensureMinPoolSize(): void;
}

const lookEveryMs = 10_000;

/**
 * The driver checks ten times a second whether its pool has fewer connections than its minimum. A pool without
 * a minimum never has: a stale connection is found when it is used. The frequency is an option of the pool
 * (minPoolSizeCheckFrequencyMS) that no client may set.
 */
export function calmPoolTimer(): void {
  const load = createRequire(createRequire(import.meta.url).resolve("mongoose"));
  const pool = load("mongodb/lib/cmap/connection_pool.js") as {
    ConnectionPool: { prototype: ConnectionPool };
  };
  const { prototype } = pool.ConnectionPool;
  const original = prototype.ensureMinPoolSize;
  prototype.ensureMinPoolSize = function seldom(this: ConnectionPool) {
    const before = this.minPoolSizeTimer;
    original.call(this);
    if (this.options.minPoolSize > 0 || this.minPoolSizeTimer === before) return;
    clearTimeout(this.minPoolSizeTimer);
    this.minPoolSizeTimer = setTimeout(() => this.ensureMinPoolSize(), lookEveryMs);
  };
}
