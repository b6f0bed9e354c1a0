import type { Consumer, Forgetting } from "@matinale/bus";
import type { Stores } from "../store/index.ts";
import { numberReplacedConsumer } from "./number-replaced.ts";
import { preferencesChangedConsumer } from "./preferences-changed.ts";
import { subscriptionChangedConsumer } from "./subscription-changed.ts";

export const consumers = (
  { subscribers, messages }: Stores,
  forgetting: Forgetting,
): Consumer[] => [
  subscriptionChangedConsumer(subscribers, messages, forgetting),
  preferencesChangedConsumer(subscribers, forgetting),
  numberReplacedConsumer(messages, forgetting),
];
