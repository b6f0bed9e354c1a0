import type { Decide, Stored } from "../store/delivery-writer.ts";

/** Only for what was looked at: after a receipt or a tap in between it is looked at again. */
export const ifVersion =
  ({ version }: Stored, decide: Decide): Decide =>
  (delivery) =>
    delivery.version === version ? decide(delivery) : null;

/** Ends the lease, together with a change when there is one. */
export const releaseLease =
  (decide: Decide): Decide =>
  (delivery) => {
    const change = decide(delivery) ?? { next: delivery };
    const { lease: _, ...next } = change.next;
    return { ...change, next };
  };

/** Extends the lease together with a change. */
export const extendLease =
  (decide: Decide, until: Date): Decide =>
  (delivery) => {
    const change = decide(delivery);
    if (change === null || delivery.lease === undefined) return change;
    return { ...change, next: { ...change.next, lease: { ...delivery.lease, until } } };
  };

/** Gives the delivery back until `workAt`. */
export const rescheduleAt =
  (workAt: Date, decide?: Decide): Decide =>
  (delivery) => {
    if (delivery.lease === undefined) return null;
    const change = decide?.(delivery) ?? { next: delivery };
    const { lease: _, ...next } = change.next;
    return { ...change, next: { ...next, workAt } };
  };
