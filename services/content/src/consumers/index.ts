import type { Forgetting, Subscription } from "@matinale/bus";
import type { DigestRequestStore } from "../store/digest-requests.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import { digestRequestedConsumer } from "./digest-requested.ts";
import { preferencesChangedConsumer } from "./preferences-changed.ts";
import { subscriptionChangedConsumer } from "./subscription-changed.ts";
import { userChangedConsumer } from "./user-changed.ts";

/** What content does with each topic. */
export const contentConsumers = ({
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
  userChangedConsumer(subscribers, forgetting),
  preferencesChangedConsumer(subscribers, forgetting),
  subscriptionChangedConsumer(subscribers, forgetting),
  digestRequestedConsumer(requests, onRequested, forgetting),
];
