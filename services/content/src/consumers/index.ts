import type { Consumer, Forgetting } from "@matinale/bus";
import type { DigestRequestStore } from "../store/digest-requests.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import { digestRequestedConsumer } from "./digest-requested.ts";
import { preferencesChangedConsumer } from "./preferences-changed.ts";
import { subscriptionChangedConsumer } from "./subscription-changed.ts";
import { userChangedConsumer } from "./user-changed.ts";

interface ConsumerDeps {
  subscribers: SubscriberStore;
  requests: DigestRequestStore;
  onRequested: () => void;
}

export const consumers = (
  { subscribers, requests, onRequested }: ConsumerDeps,
  forgetting: Forgetting,
): Consumer[] => [
  userChangedConsumer(subscribers, forgetting),
  preferencesChangedConsumer(subscribers, forgetting),
  subscriptionChangedConsumer(subscribers, forgetting),
  digestRequestedConsumer(requests, onRequested, forgetting),
];
