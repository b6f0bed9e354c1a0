import { projection, type Forgetting } from "@matinale/bus";
import { languageFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** Only what mails need. */
export const preferencesChangedConsumer = ({ model }: SubscriberStore, forgetting: Forgetting) =>
  projection("preferences.changed", model, forgetting, ({ language, timezone }) => ({
    language: languageFrom(language),
    timezone,
  }));
