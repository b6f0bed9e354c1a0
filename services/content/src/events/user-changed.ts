import { project, subscription, type Subscription } from "@matinale/bus";
import { asUserId, languages, voices } from "@matinale/contracts";
import type { DigestRequestStore } from "../store/digest-requests.ts";
import type { PreviewStore } from "../store/previews.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection: an older or repeated version changes nothing. A tombstone removes everything of that person. */
export const onUserChanged = (stores: {
  subscribers: SubscriberStore;
  requests: DigestRequestStore;
  previews: PreviewStore;
}): Subscription =>
  subscription({
    handler: "users",
    topic: "user.changed",
    handle: async (events) => {
      const { subscribers, requests, previews } = stores;
      await project(subscribers.model, "user", events, (message) => ({
        language: languages.find((known) => known === message.language) ?? "fr",
        voice: voices.find((known) => known === message.voice) ?? "female",
      }));
      const latest = new Map(events.map(({ key, message }) => [key, message]));
      const erased = [...latest].flatMap(([key, message]) =>
        message === null ? asUserId(key) : [],
      );
      if (erased.length === 0) return;
      await Promise.all([
        subscribers.erase(erased),
        requests.erase(erased),
        previews.erase(erased),
      ]);
    },
  });
