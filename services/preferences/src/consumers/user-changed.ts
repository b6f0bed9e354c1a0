import { eventConsumer, type Forgetting } from "@matinale/bus";
import { dateFrom, languageFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection of language and sign-up, guarded by version: redelivered and out-of-order events change nothing. */
export const userChangedConsumer = (subscribers: SubscriberStore, forgetting: Forgetting) =>
  eventConsumer("user.changed", forgetting, ({ userId, message, occurredAt }) =>
    subscribers.project(userId, "user", {
      version: Number(message.version),
      language: languageFrom(message.language),
      signedUpAt: dateFrom(message.signedUpAt, occurredAt),
    }),
  );
