import { timestampDate } from "@bufbuild/protobuf/wkt";
import { personalSubscription, project, type Forgetting, type Subscription } from "@matinale/bus";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection: an older or repeated version changes nothing. */
export const onSubscriptionChanged = (
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
