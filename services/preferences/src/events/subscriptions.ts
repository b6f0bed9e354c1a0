import type { Subscription } from "@matinale/bus";
import type { SubscriberStore } from "../store/subscribers.ts";
import { onSubscriptionChanged } from "./on-subscription-changed.ts";
import { onUserChanged } from "./on-user-changed.ts";

/** Everything that preferences listens to. */
export const subscriptions = (subscribers: SubscriberStore): Subscription[] => [
  onUserChanged(subscribers),
  onSubscriptionChanged(subscribers),
];
