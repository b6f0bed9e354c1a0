import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, personalConsumer } from "@matinale/bus";
import type { Consumer, Forgetting } from "@matinale/bus";
import { asUserId } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/**
 * Projection of the plan's limits, guarded by version: redelivered and out-of-order events change nothing.
 * The delivery hours depend on the plan, so they are published again.
 */
export const subscriptionChangedConsumer = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "subscription.changed",
    handle: (events) =>
      eachKey(events, async ({ key, message }) => {
        // erasures arrive on user.changed
        if (message === null) return;
        await subscribers.project(asUserId(key), "subscription", {
          version: Number(message.version),
          planId: message.planId,
          editionsPerDay: message.editionsPerDay,
          maxCategories: message.maxCategories,
          trialEndsAt: message.trialEndsAt ? timestampDate(message.trialEndsAt) : null,
        });
      }),
  });
