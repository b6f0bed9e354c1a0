import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, personalConsumer, type Consumer, type Forgetting } from "@matinale/bus";
import type { Stores } from "../application/forget-person.ts";

/** Ends the trial of a person who had one with a deleted account. Redelivered events change nothing. */
export const trialUsedConsumer = ({ subscriptions }: Stores, forgetting: Forgetting): Consumer =>
  personalConsumer(forgetting, {
    topic: "trial.used",
    handle: (events) =>
      eachKey(events, async ({ userId, message, occurredAt }) => {
        const foundAt = message.foundAt ? timestampDate(message.foundAt) : occurredAt;
        await subscriptions.revokeTrial(userId, foundAt);
      }),
  });
