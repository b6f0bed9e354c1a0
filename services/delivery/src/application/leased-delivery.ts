import type { Leased } from "@matinale/kit/mongo";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { markAcceptedLate } from "../domain/delivery/status-transitions.ts";
import { markAccepted, type Transition } from "../domain/delivery/transitions.ts";
import type { DeliveryStore } from "../store/deliveries.ts";

/** A delivery whose lease this process holds. */
export function leasedDelivery(claimed: Leased<Delivery>, deliveries: DeliveryStore) {
  const { token } = claimed.lease;
  const accepted: string[] = [];
  let stored: Delivery | null = claimed;
  const write = async (transition: Transition): Promise<Delivery | null> => {
    if (stored !== null) stored = await deliveries.apply(stored, transition, token);
    return stored;
  };
  return {
    /** The stored delivery; null after the lease was lost. */
    delivery: (): Delivery | null => stored,
    /** @returns the stored delivery, or null when the lease was lost */
    write,
    /** The provider has accepted the message of a part. */
    recordAcceptance: async (called: Delivery, part: string, messageId: string, at: Date) => {
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
  ({ version }: Delivery, transition: Transition): Transition =>
  (delivery) =>
    delivery.version === version ? transition(delivery) : null;

/** Releases the lease, together with the change if there is one. */
export const releaseLease =
  (transition: Transition): Transition =>
  (delivery) => {
    const change = transition(delivery) ?? { next: delivery };
    return { ...change, next: { ...change.next, lease: undefined } };
  };

/** Extends the lease, together with the change. */
export const extendLease =
  (transition: Transition, until: Date): Transition =>
  (delivery) => {
    const change = transition(delivery);
    if (change === null || delivery.lease === undefined) return change;
    return { ...change, next: { ...change.next, lease: { ...delivery.lease, until } } };
  };

/** Releases the lease, together with the change if there is one. A worker claims the delivery again at `workAt`. */
export const rescheduleAt =
  (workAt: Date, transition: Transition = () => null): Transition =>
  (delivery) => {
    if (delivery.lease === undefined) return null;
    const change = releaseLease(transition)(delivery);
    return change && { ...change, next: { ...change.next, workAt } };
  };
