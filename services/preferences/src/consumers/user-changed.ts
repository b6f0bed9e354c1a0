import { eachKey, personalConsumer, type Consumer, type Forgetting } from "@matinale/bus";
import { dateFrom, languageFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection of language and sign-up, guarded by version: redelivered and out-of-order events change nothing. */
export const userChangedConsumer = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "user.changed",
    handle: (events) =>
      eachKey(events, async ({ userId, message, occurredAt }) => {
        await subscribers.project(userId, "user", {
          version: Number(message.version),
          language: languageFrom(message.language),
          signedUpAt: dateFrom(message.signedUpAt, occurredAt),
        });
      }),
  });
