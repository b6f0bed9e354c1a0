/**
 * WhatsApp accepts one message to the same person every six seconds, and a burst of 45 that later messages
 * make up for. Our burst is smaller, so that manual messages from the same number still fit.
 *
 * - spacingMs: average interval between two messages to the same person, in milliseconds
 * - burst: messages without that interval; afterwards the person gets none until the average is kept again
 */
export const ofRecipient = { spacingMs: 6_000, burst: 40 } as const;

export type Permit =
  /** The call may start after this many milliseconds. */
  | { afterMs: number }
  /** The limit of this recipient is reached: reserve again after this many milliseconds. */
  | { tooMuchForMs: number };

/** Reserves calls in the provider's rate, in order. */
export interface MessageRate {
  /** Messages a second that the provider allows. */
  perSecond: number;
  /** @param inMs  the call must not start earlier than this many milliseconds from now */
  reserve(recipient: string, inMs?: number): Promise<Permit>;
  /**
   * Resolves when a reserved call may start. Calls are reserved seconds ahead, and processes then have delays of
   * their own: together they still start no more calls in any second than the provider allows.
   *
   * @param isWanted  asked when the call may start; if that takes long, the call waits for another place and it is asked again
   * @returns whether the call is wanted
   */
  beforeCall(isWanted?: () => Promise<boolean>): Promise<boolean>;
  /** The provider has refused a message as too fast. */
  throttled(): Promise<void>;
}

/**
 * Share of the provider's rate that we use. The provider counts the calls that arrive in any second, and delays on the
 * way move calls together. 4 % leave room for a delay of 40 ms (`bench/spike`).
 */
export const safetyFactor = 0.96;
/** After a throttling answer no call is reserved for this time. Milliseconds. */
export const throttledPauseMs = 1_000;

/** Reservations of one process at a steady rate. @param now milliseconds of a monotonic clock */
export function pacer(perSecond: number, now: () => number) {
  let nextAt = Number.NEGATIVE_INFINITY;
  return {
    /** Reserves a call. @returns milliseconds until it may start */
    reserve: (): number => {
      const startAt = Math.max(nextAt, now());
      nextAt = startAt + 1_000 / perSecond;
      return startAt - now();
    },
    pause: (ms: number): void => {
      nextAt = Math.max(nextAt, now() + ms);
    },
  };
}
