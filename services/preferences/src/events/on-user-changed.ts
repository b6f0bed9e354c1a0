import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, subscription } from "@matinale/bus";
import type { Subscription } from "@matinale/bus";
import { asUserId, languages } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Makes room for a new subscriber. An older or repeated version changes nothing. */
export const onUserChanged = (subscribers: SubscriberStore): Subscription =>
  subscription({
    handler: "users",
    topic: "user.changed",
    handle: (events) =>
      eachKey(events, async ({ key, message, occurredAt }) => {
        const id = asUserId(key);
        if (message === null) return subscribers.erase(id);
        const language = languages.find((known) => known === message.language) ?? "fr";
        const signedUpAt = message.signedUpAt ? timestampDate(message.signedUpAt) : occurredAt;
        const version = Number(message.version);
        return subscribers.learn(id, "user", { version, language, signedUpAt });
      }),
  });
