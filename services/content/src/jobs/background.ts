import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@matinale/kit";

/**
 * Work that a round starts and does not wait for, so that what takes long never keeps other work from being taken up.
 * Nothing new is taken beyond `most` at once.
 */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #most: number;
  readonly #logger: Logger;

  constructor(most: number, logger: Logger) {
    this.#most = most;
    this.#logger = logger;
  }

  get room(): number {
    return this.#most - this.#running.size;
  }

  /** Errors are logged: work reports its own failures, so none is expected here. */
  start(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.#logger.error({ err: error }, "background work failed"))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** @param limitMs  what takes longer is left to its lease, for another process to take up */
  async settled(limitMs = 8_000): Promise<void> {
    const enough = new AbortController();
    const limit = pause(limitMs, undefined, { signal: enough.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#running), limit]);
    enough.abort();
  }
}
