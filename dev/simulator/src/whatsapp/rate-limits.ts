const PAIR_SPACING_MS = 6_000;

/** The provider's limits. Without a limit every message is accepted. */
export class RateLimits {
  #accepted: number[] = [];
  readonly #pairFullAgainAt = new Map<string, number>();
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

  /** Messages to one phone: a token bucket of `burst` messages, refilled by one every six seconds. */
  takeForPhone(to: string, burst: number | undefined): boolean {
    if (burst === undefined) return true;
    const now = this.#now();
    const until = Math.max(this.#pairFullAgainAt.get(to) ?? 0, now);
    if (until - now > (burst - 1) * PAIR_SPACING_MS) return false;
    this.#pairFullAgainAt.set(to, until + PAIR_SPACING_MS);
    return true;
  }
}
