import { eachKey, personalConsumer, type Consumer, type Forgetting } from "@matinale/bus";
import { dateFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection of the plan's limits, guarded by version. The hours depend on the plan: they are published again. */
export const subscriptionChangedConsumer = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "subscription.changed",
    handle: (events) =>
      eachKey(events, async ({ userId, message }) => {
        await subscribers.project(userId, "subscription", {
          version: Number(message.version),
          planId: message.planId,
          editionsPerDay: message.editionsPerDay,
          maxCategories: message.maxCategories,
          breakingNewsAlerts: message.breakingNewsAlerts,
          trialEndsAt: dateFrom(message.trialEndsAt, null),
        });
      }),
  });
