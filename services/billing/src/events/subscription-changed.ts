import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record, type OutboxEntry } from "@matinale/bus";
import type { Product } from "@matinale/contracts";
import { isSimulated } from "../domain/subscription/simulated.ts";
import { entitlementOf, inForce, type Subscription } from "../domain/subscription/subscription.ts";
import { waivedAt } from "../domain/subscription/waiver.ts";

/** The purchase in force, which identity confirms by mail. Nothing is paid for a simulated one. */
function purchaseOf(subscription: Subscription) {
  const paid = inForce(subscription);
  if (paid === null || isSimulated(paid)) return {};
  const at = waivedAt(paid, subscription.waivers);
  return {
    purchaseId: paid.id,
    ...(paid.createdAt && { purchasedAt: timestampFromDate(paid.createdAt) }),
    ...(at === null ? {} : { waivedAt: timestampFromDate(at) }),
  };
}

/** What subscription.changed says besides its version. */
export function publishedState(subscription: Subscription, product: Product) {
  const { planId, until, ...limits } = entitlementOf(subscription, product);
  return {
    userId: subscription._id,
    status: subscription.status,
    planId: planId ?? 0,
    trialEndsAt: timestampFromDate(subscription.trialEndsAt),
    ...(until === null ? {} : { entitledUntil: timestampFromDate(until) }),
    ...limits,
    ...purchaseOf(subscription),
  };
}

/** Builds subscription.changed: the entitlement of a subscriber, for the services that enforce its limits. */
export const subscriptionChanged = (subscription: Subscription, product: Product): OutboxEntry =>
  record("subscription.changed", {
    ...publishedState(subscription, product),
    version: BigInt(subscription.version),
  });
