/** The provider's limit of messages. Without one every message is accepted. */
export class RateLimits {
  #accepted: number[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Messages in a sliding window of one second. @returns false when the message exceeds the limit */
  takeInSecond(limit: number | undefined): boolean {
    if (limit === undefined) return true;
    const now = this.#now();
    this.#accepted = this.#accepted.filter((at) => now - at < 1000);
    if (this.#accepted.length >= limit) return false;
    this.#accepted.push(now);
    return true;
  }
}
