import type { Consumer, Forgetting } from "@matinale/bus";
import type { AccountMessages } from "../store/account-messages.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import { preferencesChangedConsumer } from "./preferences-changed.ts";
import { subscriptionChangedConsumer } from "./subscription-changed.ts";

/** Every topic that identity consumes. */
export const consumers = (
  subscribers: SubscriberStore,
  messages: AccountMessages,
  forgetting: Forgetting,
): Consumer[] => [
  subscriptionChangedConsumer(subscribers, messages, forgetting),
  preferencesChangedConsumer(subscribers, forgetting),
];
