const SPACING_MS = 6_000;

/** The provider's limit for one phone: a token bucket of `burst` messages, refilled by one every six seconds. */
export class PairRate {
  readonly #fullAgainAt = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns false when the message exceeds the limit of this phone */
  take(to: string, burst: number): boolean {
    if (burst === Number.POSITIVE_INFINITY) return true;
    const now = this.#now();
    const until = Math.max(this.#fullAgainAt.get(to) ?? 0, now);
    if (until - now > (burst - 1) * SPACING_MS) return false;
    this.#fullAgainAt.set(to, until + SPACING_MS);
    return true;
  }
}
