import { personalConsumer, project, type Consumer, type Forgetting } from "@matinale/bus";
import { categories, countryFrom, languageFrom } from "@matinale/contracts";
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
        language: languageFrom(message.language),
        country: countryFrom(message.country),
        timezone: message.timezone,
        categories: categories
          .map(({ slug }) => slug)
          .filter((slug) => message.categories.includes(slug)),
        hours: message.deliveryHours,
        weekday: message.weekday,
        alerts: message.breakingNewsAlerts,
      })),
  });
