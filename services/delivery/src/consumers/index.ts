import type { Consumer } from "@matinale/bus";
import type { Deps } from "../application/deps.ts";
import { alertRaisedConsumer } from "./alert-raised.ts";
import { audioReadyConsumer } from "./audio-ready.ts";
import { preferencesChangedConsumer } from "./preferences-changed.ts";
import { subscriptionChangedConsumer } from "./subscription-changed.ts";
import { userChangedConsumer } from "./user-changed.ts";

export const consumers = (deps: Deps): Consumer[] => [
  userChangedConsumer(deps),
  preferencesChangedConsumer(deps),
  subscriptionChangedConsumer(deps),
  audioReadyConsumer(deps),
  alertRaisedConsumer(deps),
];
