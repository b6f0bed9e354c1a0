import type { Logger } from "@matinale/kit";
import { untilAborted } from "../domain/until-aborted.ts";

/** Runs at most `max` tasks, which a round of a worker starts without waiting: a slow task delays no round. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #max: number;
  readonly #logger: Logger;
  #abandoned = false;

  constructor(max: number, logger: Logger) {
    this.#max = max;
    this.#logger = logger;
  }

  get freeSlots(): number {
    return this.#max - this.#running.size;
  }

  /** Starts a task. Tasks handle their failures, so an error here is unexpected and logged. @param subject  fields of the log line */
  start(subject: Record<string, string>, work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        const level = this.#abandoned ? "debug" : "error";
        this.#logger[level]({ err: error, ...subject }, "background task failed");
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Called at shutdown: tasks that still run may fail on closed connections, so their errors are expected from now on. */
  abandon(): void {
    this.#abandoned = true;
    const running = this.#running.size;
    if (running > 0)
      this.#logger.warn({ running }, "tasks still running at shutdown, their leases expire");
  }

  /** Waits for the running tasks, at most `limitMs`. */
  async finished(limitMs = 8_000): Promise<void> {
    const limit = AbortSignal.timeout(limitMs);
    await untilAborted(Promise.all(this.#running), limit).catch(() => undefined);
  }
}
