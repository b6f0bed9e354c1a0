import { createRequire } from "node:module";

interface ConnectionPool {
  readonly options: { readonly minPoolSize: number };
  minPoolSizeTimer?: NodeJS.Timeout;
  ensureMinPoolSize(): void;
}

const checkEveryMs = 10_000;

/**
 * Makes the driver check every ten seconds, not ten times a second, whether its pool has fewer connections than
 * its minimum. A pool without a minimum never has; the driver finds a stale connection when it uses it. The pool
 * has an option for the frequency (minPoolSizeCheckFrequencyMS) that a client cannot set.
 */
export function slowPoolTimer(): void {
  const load = createRequire(createRequire(import.meta.url).resolve("mongoose"));
  const pool = load("mongodb/lib/cmap/connection_pool.js") as {
    ConnectionPool: { prototype: ConnectionPool };
  };
  const { prototype } = pool.ConnectionPool;
  const original = prototype.ensureMinPoolSize;
  prototype.ensureMinPoolSize = function everyTenSeconds(this: ConnectionPool) {
    const before = this.minPoolSizeTimer;
    original.call(this);
    if (this.options.minPoolSize > 0 || this.minPoolSizeTimer === before) return;
    clearTimeout(this.minPoolSizeTimer);
    this.minPoolSizeTimer = setTimeout(() => this.ensureMinPoolSize(), checkEveryMs);
  };
}
