import type { Subscription } from "@matinale/bus";
import type { SubscriptionStore } from "../store/subscriptions.ts";
import { onUserChanged } from "./on-user-changed.ts";

/** Everything that billing listens to. */
export const subscriptions = (store: SubscriptionStore): Subscription[] => [onUserChanged(store)];
