import { timestampDate } from "@bufbuild/protobuf/wkt";
import { personalConsumer, project, type Consumer, type Forgetting } from "@matinale/bus";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection, guarded by version: redelivered and out-of-order events change nothing. */
export const subscriptionChangedConsumer = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "subscription.changed",
    handle: (events) =>
      project(subscribers.model, "subscription", events, (message) => ({
        maxSeconds: message.maxSeconds,
        maxCategories: message.maxCategories,
        entitledUntil:
          message.entitledUntil === undefined ? null : timestampDate(message.entitledUntil),
      })),
  });
