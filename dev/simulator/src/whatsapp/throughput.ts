/** The provider's limit of messages per second, in a sliding window of one second. */
export class Throughput {
  #accepted: number[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns false when the call exceeds the limit */
  take(limit: number): boolean {
    if (limit === Number.POSITIVE_INFINITY) return true;
    const now = this.#now();
    this.#accepted = this.#accepted.filter((at) => now - at < 1000);
    if (this.#accepted.length >= limit) return false;
    this.#accepted.push(now);
    return true;
  }
}
