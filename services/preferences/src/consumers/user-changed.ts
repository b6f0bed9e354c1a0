import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, personalConsumer } from "@matinale/bus";
import type { Consumer, Forgetting } from "@matinale/bus";
import { asUserId, languageFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection of language and sign-up, guarded by version: redelivered and out-of-order events change nothing. */
export const userChangedConsumer = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "user.changed",
    handle: (events) =>
      eachKey(events, async ({ key, message, occurredAt }) => {
        // a tombstone: personalConsumer has erased the person already
        if (message === null) return;
        const language = languageFrom(message.language);
        const signedUpAt = message.signedUpAt ? timestampDate(message.signedUpAt) : occurredAt;
        const version = Number(message.version);
        await subscribers.project(asUserId(key), "user", { version, language, signedUpAt });
      }),
  });
