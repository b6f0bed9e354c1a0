/** Work that its caller does not wait for; a shutdown does. */
export class BackgroundWork {
  readonly #inProgress = new Set<Promise<void>>();
  readonly #ended: (left: number) => void;

  /** @param ended  called at the end of each work with what is left, also when several end at the same time */
  constructor(ended: (left: number) => void = () => undefined) {
    this.#ended = ended;
  }

  get size(): number {
    return this.#inProgress.size;
  }

  start(work: Promise<void>, failed: (error: unknown) => void): void {
    const inProgress = work.catch(failed).finally(() => {
      this.#inProgress.delete(inProgress);
      this.#ended(this.size);
    });
    this.#inProgress.add(inProgress);
  }

  /** Resolves when the work in progress has ended. */
  async close(): Promise<void> {
    await Promise.all(this.#inProgress);
  }
}
