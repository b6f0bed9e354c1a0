import { personalConsumer, project, type Consumer, type Forgetting } from "@matinale/bus";
import { categories, countries, languages } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection, guarded by version: redelivered and out-of-order events change nothing. */
export const preferencesChangedConsumer = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "preferences.changed",
    handle: (events) =>
      project(subscribers.model, "preferences", events, (message) => ({
        language: languages.find((known) => known === message.language) ?? "fr",
        country: countries.find(({ code }) => code === message.country)?.code ?? "fr",
        timezone: message.timezone,
        categories: categories
          .map(({ slug }) => slug)
          .filter((slug) => message.categories.includes(slug)),
      })),
  });
