import { timestampDate } from "@bufbuild/protobuf/wkt";
import { project, type Received } from "@matinale/bus";
import {
  asLocalTime,
  asUserId,
  categories,
  type CategorySlug,
  type EventOf,
  type Language,
  languages,
  voices,
} from "@matinale/contracts";
import { isZone } from "../domain/schedule/slot-instants.ts";
import { defaultLanguage, type Subscriber } from "../domain/subscriber/subscriber.ts";
import type { Schedules } from "../application/reschedule.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

export interface ProjectionDeps {
  subscribers: SubscriberStore;
  schedules: Schedules;
  now: () => Date;
  onScheduled: () => void;
}

type Section<K extends "user" | "preferences" | "subscription"> = Omit<
  NonNullable<Subscriber[K]>,
  "version"
>;

const slugs = new Set<string>(categories.map(({ slug }) => slug));
const isSlug = (slug: string): slug is CategorySlug => slugs.has(slug);
const languageFrom = (code: string): Language =>
  languages.find((language) => language === code) ?? defaultLanguage;

const userFields = (message: EventOf<"user.changed">): Section<"user"> => ({
  language: languageFrom(message.language),
  voice: voices.find((voice) => voice === message.voice) ?? "female",
});

const zoneFrom = (name: string): string => {
  if (!isZone(name)) throw new RangeError(`unknown time zone: ${name}`);
  return name;
};

/** @throws RangeError when an hour is not a time of day or the zone is unknown: the event becomes a dead letter */
const preferencesFields = (message: EventOf<"preferences.changed">): Section<"preferences"> => ({
  language: languageFrom(message.language),
  country: message.country,
  zone: zoneFrom(message.timezone),
  hours: message.deliveryHours.map(asLocalTime),
  weekday: message.deliveryFrequency === "weekly" ? message.weekday : null,
  categories: message.categories.filter(isSlug),
});

const subscriptionFields = (message: EventOf<"subscription.changed">): Section<"subscription"> => ({
  status: message.planId === 0 ? "lapsed" : message.status,
  entitledUntil: message.entitledUntil === undefined ? null : timestampDate(message.entitledUntil),
  trialEndsAt: message.trialEndsAt === undefined ? null : timestampDate(message.trialEndsAt),
  maxCategories: message.maxCategories,
  maxSeconds: message.maxSeconds,
});

const keysOf = (events: readonly { key: string }[]) => [
  ...new Set(events.map((event) => asUserId(event.key))),
];

/**
 * Projections of the events of other services. An older or repeated version changes nothing, and the
 * schedule is computed from the stored fields, so order and duplicates do not matter.
 */
export const projections = ({ subscribers, schedules, now, onScheduled }: ProjectionDeps) => {
  const refresh = async (events: readonly { key: string }[]) => {
    await schedules.refresh(keysOf(events), now());
    onScheduled();
  };
  return {
    user: (events: Received<"user.changed">[]) =>
      project(subscribers.model, "user", events, (message) => ({ ...userFields(message) })),
    preferences: async (events: Received<"preferences.changed">[]) => {
      await project(subscribers.model, "preferences", events, (message) => ({
        ...preferencesFields(message),
      }));
      await refresh(events);
    },
    subscription: async (events: Received<"subscription.changed">[]) => {
      await project(subscribers.model, "subscription", events, (message) => ({
        ...subscriptionFields(message),
      }));
      await refresh(events);
    },
  };
};
