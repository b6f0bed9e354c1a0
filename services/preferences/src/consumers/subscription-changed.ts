import { eventConsumer, type Forgetting } from "@matinale/bus";
import { dateFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection of the plan's limits, guarded by version. The hours depend on the plan: they are published again. */
export const subscriptionChangedConsumer = (subscribers: SubscriberStore, forgetting: Forgetting) =>
  eventConsumer("subscription.changed", forgetting, ({ userId, message }) =>
    subscribers.project(userId, "subscription", {
      version: Number(message.version),
      planId: message.planId,
      editionsPerDay: message.editionsPerDay,
      maxCategories: message.maxCategories,
      breakingNewsAlerts: message.breakingNewsAlerts,
      trialEndsAt: dateFrom(message.trialEndsAt, null),
    }),
  );
