import type { Leased } from "@matinale/kit";
import { markAcceptedLate } from "../domain/delivery/status-transitions.ts";
import { markAccepted } from "../domain/delivery/transitions.ts";
import type { Decide, Stored } from "../store/delivery-writer.ts";
import type { DeliveryStore } from "../store/deliveries.ts";

/** A delivery whose lease this process holds. */
export function leasedDelivery(claimed: Leased<Stored>, deliveries: DeliveryStore) {
  const { token } = claimed.lease;
  const accepted: string[] = [];
  let stored: Stored | null = claimed;
  const write = async (decide: Decide): Promise<Stored | null> => {
    if (stored !== null) stored = await deliveries.apply(stored, decide, token);
    return stored;
  };
  return {
    /** The stored delivery; null after the lease was lost. */
    delivery: (): Stored | null => stored,
    /** @returns the stored delivery, or null when the lease was lost */
    write,
    /** The provider has accepted the message of a part. */
    recordAcceptance: async (called: Stored, part: string, messageId: string, at: Date) => {
      accepted.push(messageId);
      if ((await write(markAccepted(part, messageId, at))) !== null) return;
      // Another worker holds the lease now. Record the acceptance anyway: only this process made the call.
      await deliveries.apply(called, markAcceptedLate(part, messageId, at));
    },
    /** Ids of the messages that the provider has accepted under this lease. */
    messageIds: (): readonly string[] => accepted,
  };
}
export type LeasedDelivery = ReturnType<typeof leasedDelivery>;

/** Applies only if the version is unchanged. After a receipt or a tap in between, the next step must be decided again. */
export const ifVersion =
  ({ version }: Stored, decide: Decide): Decide =>
  (delivery) =>
    delivery.version === version ? decide(delivery) : null;

/** Releases the lease, together with the change if there is one. */
export const releaseLease =
  (decide: Decide): Decide =>
  (delivery) => {
    const change = decide(delivery) ?? { next: delivery };
    const { lease: _, ...next } = change.next;
    return { ...change, next };
  };

/** Extends the lease, together with the change. */
export const extendLease =
  (decide: Decide, until: Date): Decide =>
  (delivery) => {
    const change = decide(delivery);
    if (change === null || delivery.lease === undefined) return change;
    return { ...change, next: { ...change.next, lease: { ...delivery.lease, until } } };
  };

/** Releases the lease, together with the change if there is one. A worker claims the delivery again at `workAt`. */
export const rescheduleAt =
  (workAt: Date, decide: Decide = () => null): Decide =>
  (delivery) => {
    if (delivery.lease === undefined) return null;
    const change = releaseLease(decide)(delivery);
    return change && { ...change, next: { ...change.next, workAt } };
  };
