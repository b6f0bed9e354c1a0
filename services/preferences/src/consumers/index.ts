import type { Consumer, Forgetting } from "@matinale/bus";
import type { SubscriberStore } from "../store/subscribers.ts";
import { alertsSwitchedConsumer } from "./alerts-switched.ts";
import { subscriptionChangedConsumer } from "./subscription-changed.ts";
import { userChangedConsumer } from "./user-changed.ts";

export const consumers = (subscribers: SubscriberStore, forgetting: Forgetting): Consumer[] => [
  userChangedConsumer(subscribers, forgetting),
  subscriptionChangedConsumer(subscribers, forgetting),
  alertsSwitchedConsumer(subscribers, forgetting),
];
