/**
 * WhatsApp accepts one message to the same person every six seconds, and a burst of 45 that later messages
 * make up for. Our burst is smaller, so that manual messages from the same number still fit.
 *
 * - spacingMs: average interval between two messages to the same person, in milliseconds
 * - burst: messages without that interval; afterwards the person gets none until the average is kept again
 */
export const ofRecipient = { spacingMs: 6_000, burst: 40 } as const;

/** The answer to a reservation for one message. */
export type Permit =
  /** The message may leave after this many milliseconds. */
  | { afterMs: number }
  /** The limit of this recipient is reached: reserve again after this many milliseconds. */
  | { tooMuchForMs: number };

/** Reserves places in the provider's rate, in order. */
export interface MessageRate {
  /** @param inMs  the place must not be earlier than this many milliseconds from now */
  reserve(recipient: string, inMs?: number): Promise<Permit>;
  /**
   * Resolves when the call of a place may leave. Places are reserved seconds ahead, and processes then have delays of
   * their own: together they still start no more calls in any second than the provider allows.
   */
  beforeCall(): Promise<void>;
  /** The provider has refused a message as too fast. */
  throttled(): Promise<void>;
}

/**
 * Share of the provider's rate, which counts a sliding second: calls that leave evenly do not arrive evenly. 4 % leave
 * room for a delay of 40 ms on the way (`bench/spike`).
 */
export const safetyFactor = 0.96;
/** After a throttling answer no place is given out for this time. Milliseconds. */
export const throttledPauseMs = 1_000;

/** Places of one process at a steady rate. @param now milliseconds of a monotonic clock */
export function pacer(perSecond: number, now: () => number) {
  let free = Number.NEGATIVE_INFINITY;
  return {
    /** @returns milliseconds until the next place */
    next: (): number => {
      const place = Math.max(free, now());
      free = place + 1_000 / perSecond;
      return place - now();
    },
    /** Gives out no place for this time. */
    pause: (ms: number): void => {
      free = Math.max(free, now() + ms);
    },
  };
}
