import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record, type OutboxEntry } from "@matinale/bus";
import type { CountryCode, Language, Voice } from "@matinale/contracts";

/** What a reader has chosen. */
export interface Choices {
  language?: Language;
  voice?: Voice;
  country?: CountryCode;
  zone?: string;
  hours?: string[];
  categories?: string[];
  /** Weekly editions on this ISO weekday; without it every day has its editions. */
  weekday?: number;
  editionsPerDay?: number;
  /** End of the trial or the plan; without it the plan goes on. */
  entitledUntil?: Date;
  version?: bigint;
  /** With breaking-news alerts: no alert is sent from `quietStart` until before `quietEnd`. */
  alerts?: { quietStart: string; quietEnd: string };
}

/** The events of identity, billing and preferences about an account with these choices. */
export function accountEvents(id: string, choices: Choices & { hours: string[] }): OutboxEntry[] {
  const { version = 1n, zone = "Europe/Paris", categories = ["politics"], hours } = choices;
  const { language = "fr", voice = "female", country = "fr", weekday } = choices;
  return [
    record("user.changed", { userId: id, version, language, voice }),
    record("subscription.changed", {
      userId: id,
      version,
      status: "active",
      planId: 2,
      entitledUntil: timestampFromDate(choices.entitledUntil ?? new Date("2099-01-01T00:00:00Z")),
      editionsPerDay: choices.editionsPerDay ?? 4,
      maxCategories: 5,
      maxSeconds: 300,
      breakingNewsAlerts: choices.alerts !== undefined,
    }),
    record("preferences.changed", {
      userId: id,
      version,
      language,
      country,
      timezone: zone,
      deliveryTime: hours[0] ?? "",
      deliveryFrequency: weekday === undefined ? "daily" : "weekly",
      categories,
      deliveryHours: hours,
      weekday: weekday ?? 1,
      breakingNewsAlerts: choices.alerts !== undefined,
      ...choices.alerts,
    }),
  ];
}
