import { ErasedPeople } from "@matinale/bus";
import type { Product } from "@matinale/contracts";
import type { Connection } from "mongoose";
import { StripeJobStore } from "./stripe-jobs.ts";
import { SubscriptionStore } from "./subscriptions.ts";

export type Stores = ReturnType<typeof billingStores>;

/** @param product  trial and limits of the plans, which subscription.changed contains */
export function billingStores(mongo: Connection, product: Product) {
  const erased = new ErasedPeople(mongo);
  return {
    /** Drops events about erased people that arrive later. */
    erased,
    stripeJobs: new StripeJobStore(mongo),
    subscriptions: new SubscriptionStore(mongo, erased, product),
  };
}
