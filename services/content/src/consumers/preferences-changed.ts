import { projection, type Forgetting } from "@matinale/bus";
import { categories, countryFrom, languageFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

export const preferencesChangedConsumer = ({ model }: SubscriberStore, forgetting: Forgetting) =>
  projection("preferences.changed", model, forgetting, (message) => ({
    language: languageFrom(message.language),
    country: countryFrom(message.country),
    timezone: message.timezone,
    categories: categories
      .map(({ slug }) => slug)
      .filter((slug) => message.categories.includes(slug)),
    alerts: message.breakingNewsAlerts,
  }));
