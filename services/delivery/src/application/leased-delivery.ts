import type { Leased } from "@matinale/kit";
import { markAcceptedLate, inSequence, markAccepted } from "../domain/delivery/transitions.ts";
import type { Decide, Stored } from "../store/delivery-writer.ts";
import type { DeliveryStore } from "../store/deliveries.ts";

/** The provider took the message. */
interface Acceptance {
  part: string;
  messageId: string;
  at: Date;
}

/**
 * A delivery that this process holds the lease of. That the provider took a message is written together
 * with what is written next, the beginning of the next call or the end; should a crash be faster, its
 * status tells, as for a call whose answer was lost.
 */
export function leasedDelivery(claimed: Leased<Stored>, deliveries: DeliveryStore) {
  const { token } = claimed.lease;
  let stored: Stored | null = claimed;
  let unwritten: Acceptance | undefined;
  const messageIds: string[] = [];

  const write = async (decide: Decide): Promise<Stored | null> => {
    if (stored === null) return null;
    const from = stored;
    if (unwritten === undefined) {
      stored = await deliveries.apply(from, decide, token);
      return stored;
    }
    const { part, messageId, at } = unwritten;
    const both = inSequence<Stored>(markAccepted(part, messageId, at), decide);
    stored = await deliveries.apply(from, both, token);
    // In other hands by now, and true all the same: whoever holds it waits to hear of this call.
    if (stored === null) await deliveries.apply(from, markAcceptedLate(part, messageId, at));
    unwritten = undefined;
    return stored;
  };

  return {
    /** As it is, written or not; null when it is in other hands. */
    delivery: (): Stored | null => {
      if (stored === null || unwritten === undefined) return stored;
      const { part, messageId, at } = unwritten;
      return markAccepted(part, messageId, at)(stored)?.next ?? stored;
    },
    /** @returns what is stored now, or null when it is in other hands */
    write,
    recordAcceptance: (acceptance: Acceptance): void => {
      unwritten = acceptance;
      messageIds.push(acceptance.messageId);
    },
    /** Writes what is not written yet. */
    flush: async (): Promise<void> => {
      if (unwritten !== undefined) await write(() => null);
    },
    /** Ids of the messages that the provider has taken from this hand. */
    messageIds: (): readonly string[] => messageIds,
  };
}
export type LeasedDelivery = ReturnType<typeof leasedDelivery>;
