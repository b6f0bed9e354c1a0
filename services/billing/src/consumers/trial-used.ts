import { eachKey, personalConsumer, type Consumer, type Forgetting } from "@matinale/bus";
import { dateFrom } from "@matinale/contracts";
import type { Stores } from "../store/index.ts";

/** Ends the trial of a person who had one with a deleted account. Redelivered events change nothing. */
export const trialUsedConsumer = ({ subscriptions }: Stores, forgetting: Forgetting): Consumer =>
  personalConsumer(forgetting, {
    topic: "trial.used",
    handle: (events) =>
      eachKey(events, async ({ userId, message, occurredAt }) => {
        await subscriptions.revokeTrial(userId, dateFrom(message.foundAt, occurredAt));
      }),
  });
