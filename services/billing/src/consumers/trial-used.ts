import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, personalConsumer } from "@matinale/bus";
import type { Consumer, Forgetting } from "@matinale/bus";
import { asUserId } from "@matinale/contracts";
import type { Stores } from "../application/forget-person.ts";

/** Ends the trial of a person who had one with a deleted account. Redelivered events change nothing. */
export const trialUsedConsumer = ({ subscriptions }: Stores, forgetting: Forgetting): Consumer =>
  personalConsumer(forgetting, {
    topic: "trial.used",
    handle: (events) =>
      eachKey(events, async ({ key, message, occurredAt }) => {
        const foundAt = message?.foundAt ? timestampDate(message.foundAt) : occurredAt;
        if (message !== null) await subscriptions.revokeTrial(asUserId(key), foundAt);
      }),
  });
