import type { Leased } from "@matinale/kit";
import { markAcceptedLate } from "../domain/delivery/status-transitions.ts";
import { inSequence, markAccepted } from "../domain/delivery/transitions.ts";
import type { Decide, Stored } from "../store/delivery-writer.ts";
import type { DeliveryStore } from "../store/deliveries.ts";

/** The provider has accepted the message of a part. */
interface Acceptance {
  part: string;
  messageId: string;
  at: Date;
}

/**
 * A delivery whose lease this process holds. To save a write for each message, an acceptance is written
 * together with the next change: the start of the next call, or the end. After a crash in between, a status
 * of the provider proves the acceptance, as for a call whose answer was lost.
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
    // Another worker holds the lease now. Record the acceptance anyway: only this process made the call.
    if (stored === null) await deliveries.apply(from, markAcceptedLate(part, messageId, at));
    unwritten = undefined;
    return stored;
  };

  return {
    /** The delivery with its unwritten acceptance; null after the lease was lost. */
    delivery: (): Stored | null => {
      if (stored === null || unwritten === undefined) return stored;
      const { part, messageId, at } = unwritten;
      return markAccepted(part, messageId, at)(stored)?.next ?? stored;
    },
    /** @returns the stored delivery, or null when the lease was lost */
    write,
    recordAcceptance: (acceptance: Acceptance): void => {
      unwritten = acceptance;
      messageIds.push(acceptance.messageId);
    },
    /** Writes the acceptance, if it is not written yet. */
    flush: async (): Promise<void> => {
      if (unwritten !== undefined) await write(() => null);
    },
    /** Ids of the messages that the provider has accepted under this lease. */
    messageIds: (): readonly string[] => messageIds,
  };
}
export type LeasedDelivery = ReturnType<typeof leasedDelivery>;
