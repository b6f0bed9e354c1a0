import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, subscription } from "@matinale/bus";
import type { Subscription } from "@matinale/bus";
import { asUserId, languages } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import { forget } from "../payments/forget.ts";
import type { Stores } from "../payments/forget.ts";

const started = counter("billing_trials_started_total");

/**
 * Begins the trial of somebody new and keeps the language they are addressed in. Whoever had a trial
 * gets no second, so repeats change nothing; whoever had it with a deleted account gets none.
 */
export const onUserChanged = (stores: Stores): Subscription =>
  subscription({
    handler: "users",
    topic: "user.changed",
    handle: (events) =>
      eachKey(events, async ({ key, message, occurredAt }) => {
        const id = asUserId(key);
        if (message === null) return forget(id, occurredAt, stores);
        const signedUpAt = message.signedUpAt ? timestampDate(message.signedUpAt) : occurredAt;
        const language = languages.find((known) => known === message.language);
        if (message.trialUsed) await stores.subscriptions.takeTrial(id, signedUpAt);
        else if (await stores.subscriptions.startTrial(id, signedUpAt)) started.inc();
        if (language) await stores.subscriptions.address(id, language);
      }),
  });
