import { personalSubscription, project, type Forgetting, type Subscription } from "@matinale/bus";
import { categories, countries, languages } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Projection: an older or repeated version changes nothing. */
export const onPreferencesChanged = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Subscription =>
  personalSubscription(forgetting, {
    handler: "preferences",
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
