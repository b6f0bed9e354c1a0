import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { personalConsumer, project, type Consumer, type Forgetting } from "@matinale/bus";
import type { Deps } from "../application/deps.ts";
import { refreshSchedules } from "../application/reschedule.ts";

const dateOrNull = (timestamp: Timestamp | undefined): Date | null =>
  timestamp === undefined ? null : timestampDate(timestamp);

/** Projection, guarded by version: redelivered and out-of-order events change nothing. */
export const subscriptionChangedConsumer = (deps: Deps, forgetting: Forgetting): Consumer =>
  personalConsumer(forgetting, {
    topic: "subscription.changed",
    handle: async (events) => {
      await project(deps.subscribers.model, "subscription", events, (message) => ({
        status: message.planId === 0 ? "lapsed" : message.status,
        entitledUntil: dateOrNull(message.entitledUntil),
        trialEndsAt: dateOrNull(message.trialEndsAt),
        maxCategories: message.maxCategories,
        maxSeconds: message.maxSeconds,
        breakingNewsAlerts: message.breakingNewsAlerts,
      }));
      await refreshSchedules(events, deps);
    },
  });
