import type { Consumer, Forgetting } from "@matinale/bus";
import type { Stores } from "../store/index.ts";
import { numberReplacedConsumer } from "./number-replaced.ts";
import { preferencesChangedConsumer } from "./preferences-changed.ts";
import { subscriptionChangedConsumer } from "./subscription-changed.ts";

export const consumers = (stores: Stores, forgetting: Forgetting): Consumer[] => [
  subscriptionChangedConsumer(stores.subscribers, stores.messages, forgetting),
  preferencesChangedConsumer(stores.subscribers, forgetting),
  numberReplacedConsumer(stores, forgetting),
];
