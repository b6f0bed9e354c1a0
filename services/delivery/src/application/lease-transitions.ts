import type { Decide, Stored } from "../store/delivery-writer.ts";

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
  (workAt: Date, decide?: Decide): Decide =>
  (delivery) => {
    if (delivery.lease === undefined) return null;
    const change = decide?.(delivery) ?? { next: delivery };
    const { lease: _, ...next } = change.next;
    return { ...change, next: { ...next, workAt } };
  };
