import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, personalSubscription } from "@matinale/bus";
import type { Forgetting, Subscription } from "@matinale/bus";
import { asUserId, languages } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Makes room for a new subscriber. An older or repeated version changes nothing. */
export const onUserChanged = (subscribers: SubscriberStore, forgetting: Forgetting): Subscription =>
  personalSubscription(forgetting, {
    handler: "users",
    topic: "user.changed",
    handle: (events) =>
      eachKey(events, async ({ key, message, occurredAt }) => {
        if (message === null) return;
        const language = languages.find((known) => known === message.language) ?? "fr";
        const signedUpAt = message.signedUpAt ? timestampDate(message.signedUpAt) : occurredAt;
        const version = Number(message.version);
        return subscribers.learn(asUserId(key), "user", { version, language, signedUpAt });
      }),
  });
