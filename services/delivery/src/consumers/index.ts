import type { Consumer, Forgetting } from "@matinale/bus";
import type { Deps } from "../application/deps.ts";
import { alertRaisedConsumer } from "./alert-raised.ts";
import { audioReadyConsumer } from "./audio-ready.ts";
import { preferencesChangedConsumer } from "./preferences-changed.ts";
import { subscriptionChangedConsumer } from "./subscription-changed.ts";
import { userChangedConsumer } from "./user-changed.ts";

export const consumers = (deps: Deps, forgetting: Forgetting): Consumer[] => [
  userChangedConsumer(deps, forgetting),
  preferencesChangedConsumer(deps, forgetting),
  subscriptionChangedConsumer(deps, forgetting),
  audioReadyConsumer(deps, forgetting),
  alertRaisedConsumer(deps),
];
