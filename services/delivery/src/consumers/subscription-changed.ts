import { projection } from "@matinale/bus";
import { dateFrom } from "@matinale/contracts";
import type { Deps } from "../application/deps.ts";
import { refreshAfter } from "../application/change-subscriber.ts";

export const subscriptionChangedConsumer = (deps: Deps) =>
  projection(
    "subscription.changed",
    deps.subscribers.model,
    deps.forgetting,
    (message) => ({
      status: message.planId === 0 ? "lapsed" : message.status,
      entitledUntil: dateFrom(message.entitledUntil, null),
      trialEndsAt: dateFrom(message.trialEndsAt, null),
      maxCategories: message.maxCategories,
      maxSeconds: message.maxSeconds,
      breakingNewsAlerts: message.breakingNewsAlerts,
    }),
    (events) => refreshAfter(events, deps),
  );
