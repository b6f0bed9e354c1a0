/** The limits that we keep, within those of the provider. */
export interface RateRules {
  /** Messages a second from our number. Above 0. */
  perSecond: number;
  /** Average interval between two messages to the same person. Milliseconds. */
  recipientSpacingMs: number;
  /** Messages to one person without that interval; afterwards the person gets none until the average is kept again. */
  recipientBurst: number;
}

/**
 * WhatsApp accepts one message to the same person every six seconds, and a burst of 45 that later messages
 * make up for. Our burst is smaller, so that manual messages from the same number still fit.
 */
export const recipientRules = { recipientSpacingMs: 6_000, recipientBurst: 40 } as const;

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
  /** The provider has refused a message as too fast. */
  throttled(): Promise<void>;
}

/** Share of the provider's rate that is used: the provider counts a sliding second, and calls arrive unevenly. */
export const safetyFactor = 0.98;
/** After a throttling answer the rate begins at half, and doubles in this time. Milliseconds. */
export const doublingMs = 1_000;
/** Refusals of the same burst count once. Milliseconds. */
export const sameBurstMs = 1_000;
/** Pause between the refusal and the next message. Milliseconds. */
export const silenceMs = 200;

/**
 * The rate of one process alone, used while Redis, where the replicas share their rate, is unavailable.
 *
 * @param now  milliseconds of a monotonic clock
 */
export function localRate(rules: RateRules, now: () => number): MessageRate {
  const fullRate = rules.perSecond * safetyFactor;
  const nextFreeOf = new Map<string, number>();
  let free = 0;
  let slow: { rate: number; at: number } | undefined;

  const current = (at: number): number =>
    slow === undefined
      ? fullRate
      : Math.min(fullRate, slow.rate * 2 ** ((at - slow.at) / doublingMs));

  const forget = (at: number): void => {
    for (const [recipient, until] of nextFreeOf) if (until <= at) nextFreeOf.delete(recipient);
  };

  return {
    reserve: async (recipient, inMs = 0) => {
      const at = now();
      const until = Math.max(nextFreeOf.get(recipient) ?? 0, at);
      const excess = until - at - (rules.recipientBurst - 1) * rules.recipientSpacingMs;
      if (excess > 0) return { tooMuchForMs: Math.ceil(excess) };
      if (nextFreeOf.size > 10_000) forget(at);
      nextFreeOf.set(recipient, until + rules.recipientSpacingMs);
      free = Math.max(free, at + inMs);
      const afterMs = free - at;
      free += 1_000 / current(at);
      return { afterMs };
    },
    throttled: async () => {
      const at = now();
      if (slow !== undefined && at - slow.at < sameBurstMs) return;
      slow = { rate: Math.max(1, current(at) / 2), at };
      free = Math.max(free, at + silenceMs);
    },
  };
}
