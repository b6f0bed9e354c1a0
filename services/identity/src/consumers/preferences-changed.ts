import { personalConsumer, project, type Consumer, type Forgetting } from "@matinale/bus";
import { languageFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection of the language, guarded by version: redelivered and out-of-order events change nothing. */
export const preferencesChangedConsumer = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "preferences.changed",
    handle: (events) =>
      project(subscribers.model, "preferences", events, ({ language }) => ({
        language: languageFrom(language),
      })),
  });
