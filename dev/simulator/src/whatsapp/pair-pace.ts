const SPACING_MS = 6_000;

/** Messages to one phone: a burst, owed back at one every six seconds, as the provider counts them. */
export class PairPace {
  readonly #owed = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns false when this message is one too many for this phone */
  take(to: string, burst: number): boolean {
    if (burst === Number.POSITIVE_INFINITY) return true;
    const now = this.#now();
    const until = Math.max(this.#owed.get(to) ?? 0, now);
    if (until - now > (burst - 1) * SPACING_MS) return false;
    this.#owed.set(to, until + SPACING_MS);
    return true;
  }
}
