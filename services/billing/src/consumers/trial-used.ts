import { eventConsumer, type Forgetting } from "@matinale/bus";
import { dateFrom } from "@matinale/contracts";
import type { Stores } from "../store/index.ts";

/** Ends the trial of a person who had one with a deleted account. Redelivered events change nothing. */
export const trialUsedConsumer = ({ subscriptions }: Stores, forgetting: Forgetting) =>
  eventConsumer("trial.used", forgetting, ({ userId, message, occurredAt }) =>
    subscriptions.revokeTrial(userId, dateFrom(message.foundAt, occurredAt)),
  );
