import type { Consumer, Forgetting } from "@matinale/bus";
import type { Stores } from "../store/index.ts";
import { numberReplacedConsumer } from "./number-replaced.ts";
import { preferencesChangedConsumer } from "./preferences-changed.ts";
import { subscriptionChangedConsumer } from "./subscription-changed.ts";

export function consumers({ subscribers, messages, erased }: Stores): Consumer[] {
  const forgetting: Forgetting = { erased, forget: (ids) => subscribers.eraseAll(ids) };
  return [
    subscriptionChangedConsumer(subscribers, messages, forgetting),
    preferencesChangedConsumer(subscribers, forgetting),
    numberReplacedConsumer(messages, forgetting),
  ];
}
