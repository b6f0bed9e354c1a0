import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, personalConsumer, type Consumer, type Forgetting } from "@matinale/bus";
import { languages } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import type { Stores } from "../application/forget-person.ts";

const started = counter("billing_trials_started_total");

/**
 * Starts the trial of a new user and stores the language of messages to this user. Redelivered events change
 * nothing, because a user gets one trial. A user who had a trial with a deleted account gets none.
 */
export const userChangedConsumer = ({ subscriptions }: Stores, forgetting: Forgetting): Consumer =>
  personalConsumer(forgetting, {
    topic: "user.changed",
    handle: (events) =>
      eachKey(events, async ({ userId: id, message, occurredAt }) => {
        const signedUpAt = message.signedUpAt ? timestampDate(message.signedUpAt) : occurredAt;
        const language = languages.find((known) => known === message.language);
        if (message.trialUsed) await subscriptions.revokeTrial(id, signedUpAt);
        else if (await subscriptions.startTrial(id, signedUpAt)) started.inc();
        if (language) await subscriptions.setLanguage(id, language);
      }),
  });
