/** The provider's messages per second, over a sliding second. */
export class Throughput {
  #taken: number[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns false when this call is one too many */
  take(limit: number): boolean {
    if (limit === Number.POSITIVE_INFINITY) return true;
    const now = this.#now();
    this.#taken = this.#taken.filter((at) => now - at < 1000);
    if (this.#taken.length >= limit) return false;
    this.#taken.push(now);
    return true;
  }
}
