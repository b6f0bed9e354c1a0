import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record, type OutboxEntry } from "@matinale/bus";
import type { Product } from "@matinale/contracts";
import { entitlementOf, type Subscription } from "../domain/subscription/subscription.ts";

/** Builds subscription.changed: the entitlement of a subscriber, for the services that enforce its limits. */
export function subscriptionChanged(subscription: Subscription, product: Product): OutboxEntry {
  const { planId, until, ...limits } = entitlementOf(subscription, product);
  return record("subscription.changed", {
    userId: subscription._id,
    version: BigInt(subscription.version),
    status: subscription.status,
    planId: planId ?? 0,
    trialEndsAt: timestampFromDate(subscription.trialEndsAt),
    ...(until === null ? {} : { entitledUntil: timestampFromDate(until) }),
    ...limits,
  });
}
