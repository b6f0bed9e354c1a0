import type { Subscription } from "@matinale/bus";
import type { DigestRequestStore } from "../store/digest-requests.ts";
import type { PreviewStore } from "../store/previews.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import { onDigestRequested } from "./digest-requested.ts";
import { onPreferencesChanged } from "./preferences-changed.ts";
import { onSubscriptionChanged } from "./subscription-changed.ts";
import { onUserChanged } from "./user-changed.ts";

/** Everything that content listens to. */
export const subscriptions = (stores: {
  subscribers: SubscriberStore;
  requests: DigestRequestStore;
  previews: PreviewStore;
  onRequested: () => void;
}): Subscription[] => [
  onUserChanged(stores),
  onPreferencesChanged(stores.subscribers),
  onSubscriptionChanged(stores.subscribers),
  onDigestRequested(stores.requests, stores.onRequested),
];
