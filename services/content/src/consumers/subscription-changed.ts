import { projection, type Forgetting } from "@matinale/bus";
import { dateFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

export const subscriptionChangedConsumer = ({ model }: SubscriberStore, forgetting: Forgetting) =>
  projection("subscription.changed", model, forgetting, (message) => ({
    maxSeconds: message.maxSeconds,
    maxCategories: message.maxCategories,
    entitledUntil: dateFrom(message.entitledUntil, null),
  }));
