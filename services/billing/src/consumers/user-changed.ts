import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, personalConsumer } from "@matinale/bus";
import type { Consumer, Forgetting } from "@matinale/bus";
import { asUserId, languages } from "@matinale/contracts";
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
      eachKey(events, async ({ key, message, occurredAt }) => {
        // a tombstone: personalConsumer has erased the person already
        if (message === null) return;
        const id = asUserId(key);
        const signedUpAt = message.signedUpAt ? timestampDate(message.signedUpAt) : occurredAt;
        const language = languages.find((known) => known === message.language);
        if (message.trialUsed) await subscriptions.revokeTrial(id, signedUpAt);
        else if (await subscriptions.startTrial(id, signedUpAt)) started.inc();
        if (language) await subscriptions.setLanguage(id, language);
      }),
  });
