import type { Forgetting, Subscription } from "@matinale/bus";
import type { DigestRequestStore } from "../store/digest-requests.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import { onDigestRequested } from "./digest-requested.ts";
import { onPreferencesChanged } from "./preferences-changed.ts";
import { onSubscriptionChanged } from "./subscription-changed.ts";
import { onUserChanged } from "./user-changed.ts";

/** Everything that content listens to. */
export const subscriptions = ({
  subscribers,
  requests,
  onRequested,
  forgetting,
}: {
  subscribers: SubscriberStore;
  requests: DigestRequestStore;
  onRequested: () => void;
  forgetting: Forgetting;
}): Subscription[] => [
  onUserChanged(subscribers, forgetting),
  onPreferencesChanged(subscribers, forgetting),
  onSubscriptionChanged(subscribers, forgetting),
  onDigestRequested(requests, onRequested, forgetting),
];
