import { projection } from "@matinale/bus";
import { asLocalTime, categoriesFrom, countryFrom, languageFrom } from "@matinale/contracts";
import { isZone } from "../domain/schedule/slot-instants.ts";
import type { Deps } from "../application/deps.ts";
import { refreshAfter } from "../application/change-subscriber.ts";

const zoneFrom = (name: string): string => {
  if (!isZone(name)) throw new RangeError(`unknown time zone: ${name}`);
  return name;
};

/** An hour that is no time of day and an unknown zone throw: the event becomes a dead letter. */
export const preferencesChangedConsumer = (deps: Deps) =>
  projection(
    "preferences.changed",
    deps.subscribers.model,
    deps.forgetting,
    (message) => ({
      language: languageFrom(message.language),
      country: countryFrom(message.country),
      zone: zoneFrom(message.timezone),
      hours: message.deliveryHours.map(asLocalTime),
      weekday: message.deliveryFrequency === "weekly" ? message.weekday : null,
      categories: categoriesFrom(message.categories),
      alerts: message.breakingNewsAlerts,
      ...(message.quietStart === "" || message.quietEnd === ""
        ? {}
        : {
            quiet: { start: asLocalTime(message.quietStart), end: asLocalTime(message.quietEnd) },
          }),
    }),
    (events) => refreshAfter(events, deps),
  );
