import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, personalSubscription } from "@matinale/bus";
import type { Forgetting, Subscription } from "@matinale/bus";
import { asUserId } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/**
 * Keeps what the plan allows; hours are published again, since they depend on it. An older or repeated
 * version changes nothing. An erased person is news of user.changed, not of this topic.
 */
export const onSubscriptionChanged = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Subscription =>
  personalSubscription(forgetting, {
    handler: "subscriptions",
    topic: "subscription.changed",
    handle: (events) =>
      eachKey(events, async ({ key, message }) => {
        if (message === null) return;
        await subscribers.learn(asUserId(key), "subscription", {
          version: Number(message.version),
          planId: message.planId,
          editionsPerDay: message.editionsPerDay,
          maxCategories: message.maxCategories,
          trialEndsAt: message.trialEndsAt ? timestampDate(message.trialEndsAt) : null,
        });
      }),
  });
