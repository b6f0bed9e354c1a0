/** Work that its caller does not wait for; a shutdown does. */
export class BackgroundWork {
  readonly #inProgress = new Set<Promise<void>>();

  get size(): number {
    return this.#inProgress.size;
  }

  /** @returns a promise that resolves after the end of the work, also when it has failed */
  start(work: Promise<void>, failed: (error: unknown) => void): Promise<void> {
    const ended = work.catch(failed).finally(() => this.#inProgress.delete(ended));
    this.#inProgress.add(ended);
    return ended;
  }

  /** Resolves when the work in progress has ended. */
  async close(): Promise<void> {
    await Promise.all(this.#inProgress);
  }
}
