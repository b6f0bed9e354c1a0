import type { Consumer, Forgetting } from "@matinale/bus";
import { type AlertRaisedDeps, alertRaisedConsumer } from "./alert-raised.ts";
import { type AudioReadyDeps, audioReadyConsumer } from "./audio-ready.ts";
import { preferencesChangedConsumer } from "./preferences-changed.ts";
import type { ScheduleDeps } from "../application/reschedule.ts";
import { subscriptionChangedConsumer } from "./subscription-changed.ts";
import { userChangedConsumer } from "./user-changed.ts";

/** Every topic that delivery consumes. */
export const consumers = (
  deps: ScheduleDeps & AudioReadyDeps & AlertRaisedDeps,
  forgetting: Forgetting,
): Consumer[] => [
  userChangedConsumer(deps.subscribers, forgetting),
  preferencesChangedConsumer(deps, forgetting),
  subscriptionChangedConsumer(deps, forgetting),
  audioReadyConsumer(deps, forgetting),
  alertRaisedConsumer(deps),
];
