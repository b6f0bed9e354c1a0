/** What the provider allows, and how we keep to it. */
export interface RateRules {
  /** Messages a second from our number, above 0. */
  perSecond: number;
  /** One message to the same person in this many milliseconds, on average. */
  recipientSpacingMs: number;
  /** Messages that one person may be sent at once, owed back at that spacing. */
  recipientBurst: number;
}

/**
 * WhatsApp takes one message for the same person every six seconds, and 45 at once against those to
 * come; a few are left for what is sent by hand.
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
  /** @param inMs  earliest useful place, milliseconds from now */
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
/** Between the refusal and the next message. Milliseconds. */
export const silenceMs = 200;

/**
 * The rate of one process, for the time when Redis, where replicas share theirs, is unavailable.
 *
 * @param now  milliseconds of a clock that only goes forward
 */
export function ownRate(rules: RateRules, now: () => number): MessageRate {
  const most = rules.perSecond * safetyFactor;
  const owed = new Map<string, number>();
  let free = 0;
  let slow: { rate: number; at: number } | undefined;

  const current = (at: number): number =>
    slow === undefined ? most : Math.min(most, slow.rate * 2 ** ((at - slow.at) / doublingMs));

  const forget = (at: number): void => {
    for (const [recipient, until] of owed) if (until <= at) owed.delete(recipient);
  };

  return {
    reserve: async (recipient, inMs = 0) => {
      const at = now();
      const until = Math.max(owed.get(recipient) ?? 0, at);
      const excess = until - at - (rules.recipientBurst - 1) * rules.recipientSpacingMs;
      if (excess > 0) return { tooMuchForMs: Math.ceil(excess) };
      if (owed.size > 10_000) forget(at);
      owed.set(recipient, until + rules.recipientSpacingMs);
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
