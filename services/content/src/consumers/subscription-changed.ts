import { timestampDate } from "@bufbuild/protobuf/wkt";
import { personalSubscription, project, type Forgetting, type Subscription } from "@matinale/bus";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection, guarded by version: redelivered and out-of-order events change nothing. */
export const subscriptionChangedConsumer = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Subscription =>
  personalSubscription(forgetting, {
    handler: "subscriptions",
    topic: "subscription.changed",
    handle: (events) =>
      project(subscribers.model, "subscription", events, (message) => ({
        maxSeconds: message.maxSeconds,
        maxCategories: message.maxCategories,
        entitledUntil:
          message.entitledUntil === undefined ? null : timestampDate(message.entitledUntil),
      })),
  });
