import type { Logger } from "@matinale/kit";

/** Work that nothing waits for until the service closes. A failure is logged; nothing is repeated. */
export class BackgroundWork {
  readonly #inProgress = new Set<Promise<void>>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param failure  the log message when it fails */
  start(work: Promise<void>, failure: string): void {
    const logged = work
      .catch((error: unknown) => this.#logger.warn({ err: error }, failure))
      .finally(() => this.#inProgress.delete(logged));
    this.#inProgress.add(logged);
  }

  async close(): Promise<void> {
    await Promise.all(this.#inProgress);
  }
}
