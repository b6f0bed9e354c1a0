import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, subscription } from "@matinale/bus";
import type { Subscription } from "@matinale/bus";
import { asUserId } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import type { SubscriptionStore } from "../store/subscriptions.ts";

const started = counter({ name: "billing_trials_started_total", help: "Trials begun" });

/** Begins the trial of somebody new. Whoever had one gets no second, so repeats change nothing. */
export const onUserChanged = (subscriptions: SubscriptionStore): Subscription =>
  subscription({
    handler: "users",
    topic: "user.changed",
    handle: (events) =>
      eachKey(events, async ({ key, message, occurredAt }) => {
        const id = asUserId(key);
        if (message === null) return subscriptions.erase(id, occurredAt);
        const signedUpAt = message.signedUpAt ? timestampDate(message.signedUpAt) : occurredAt;
        if (await subscriptions.startTrial(id, signedUpAt)) started.inc();
      }),
  });
