import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, personalConsumer } from "@matinale/bus";
import type { Consumer, Forgetting } from "@matinale/bus";
import { asUserId, languages } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection, guarded by version: redelivered and out-of-order events change nothing. */
export const userChangedConsumer = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "user.changed",
    handle: (events) =>
      eachKey(events, async ({ key, message, occurredAt }) => {
        if (message === null) return;
        const language = languages.find((known) => known === message.language) ?? "fr";
        const signedUpAt = message.signedUpAt ? timestampDate(message.signedUpAt) : occurredAt;
        const version = Number(message.version);
        return subscribers.project(asUserId(key), "user", { version, language, signedUpAt });
      }),
  });
