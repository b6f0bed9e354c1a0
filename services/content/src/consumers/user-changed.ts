import { personalSubscription, project, type Forgetting, type Subscription } from "@matinale/bus";
import { languages, voices } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection: an older or repeated version changes nothing. A tombstone removes everything of that person. */
export const onUserChanged = (subscribers: SubscriberStore, forgetting: Forgetting): Subscription =>
  personalSubscription(forgetting, {
    handler: "users",
    topic: "user.changed",
    handle: (events) =>
      project(subscribers.model, "user", events, (message) => ({
        language: languages.find((known) => known === message.language) ?? "fr",
        voice: voices.find((known) => known === message.voice) ?? "female",
      })),
  });
