import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@matinale/kit";

/**
 * Tasks that a worker's round starts without waiting for them, so that a slow task does not delay the next round. The
 * round reads `room` and starts no more tasks than that.
 */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #most: number;
  readonly #logger: Logger;
  #abandoned = false;

  constructor(most: number, logger: Logger) {
    this.#most = most;
    this.#logger = logger;
  }

  get room(): number {
    return this.#most - this.#running.size;
  }

  /** Logs errors: tasks handle their own failures, so none is expected here. */
  start(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        const level = this.#abandoned ? "debug" : "error";
        this.#logger[level]({ err: error }, "background work failed");
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Work that is still running may find its connections closed: from here on its errors are expected. */
  abandon(): void {
    this.#abandoned = true;
    const running = this.#running.size;
    if (running > 0)
      this.#logger.warn({ running }, "work still running at shutdown, leases expire");
  }

  /** Waits for the tasks under way, at most `limitMs`. */
  async finished(limitMs = 8_000): Promise<void> {
    const enough = new AbortController();
    const limit = pause(limitMs, undefined, { signal: enough.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#running), limit]);
    enough.abort();
  }
}
