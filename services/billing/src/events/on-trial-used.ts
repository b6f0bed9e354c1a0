import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, subscription } from "@matinale/bus";
import type { Subscription } from "@matinale/bus";
import { asUserId } from "@matinale/contracts";
import type { Stores } from "../payments/forget.ts";

/** Ends the trial of somebody who had one with a deleted account. Repeats, and what comes late, change nothing. */
export const onTrialUsed = ({ subscriptions }: Stores): Subscription =>
  subscription({
    handler: "trials",
    topic: "trial.used",
    handle: (events) =>
      eachKey(events, async ({ key, message, occurredAt }) => {
        const foundAt = message?.foundAt ? timestampDate(message.foundAt) : occurredAt;
        if (message !== null) await subscriptions.takeTrial(asUserId(key), foundAt);
      }),
  });
