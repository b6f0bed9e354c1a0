import type { CategorySlug, Language, UserId, Voice } from "@matinale/contracts";
import type { TraceContext } from "@matinale/kit";
import { type Audio, type Delivery, rank, type Reason } from "../delivery/delivery.ts";
import { localTime } from "../schedule/slot-instants.ts";
import {
  categoriesOf,
  obstacleToScheduled,
  type Subscriber,
  zoneOf,
} from "../subscriber/subscriber.ts";

/** Breaking news, for all subscribers who want it. */
export interface Alert {
  /** Id of the event: one alert for each. */
  _id: string;
  category: CategorySlug;
  /** Countries whose outlets report it, and "international". */
  countries: string[];
  /** All stories that report the event. */
  storyIds: string[];
  detectedAt: Date;
  versions: AlertVersion[];
  /** The last subscriber for whom it was planned. */
  cursor?: UserId;
  /** When to plan its next deliveries; absent when there are no more. */
  workAt?: Date;
  traceContext?: TraceContext;
}

export interface AlertVersion {
  language: Language;
  title: string;
  text: string;
  notes: { voice: Voice; audio: Audio[] }[];
}

/** An older alert is no news any more: it is neither planned nor sent. Milliseconds. */
export const alertMs = 15 * 60_000;

/** Most alerts on one local date. */
const alertsPerDay = 2;

/** The reader knows the stories of an edition that was due within this time. Milliseconds. */
export const coveredMs = 12 * 3_600_000;

/** Whether a time "HH:MM" is within quiet hours, which may last over midnight; equal times are none. */
export function isQuiet({ start, end }: { start: string; end: string }, time: string): boolean {
  return start <= end ? time >= start && time < end : time >= start || time < end;
}

/** Why no alert may be sent to this person at `at`, or null. An alert is never kept until the quiet hours are over. */
export function alertObstacle(subscriber: Subscriber, at: Date): Reason | null {
  const { alerts, quiet } = subscriber.preferences ?? {};
  if (alerts !== true) return "alerts_off";
  if (quiet !== undefined && isQuiet(quiet, localTime(zoneOf(subscriber), at))) {
    return "quiet_hours";
  }
  return obstacleToScheduled(subscriber, at);
}

/** Key of an alert of a person: subscriber, local date, and its number on this date. */
export const alertDayOf = (userId: UserId, day: { date: string; number: number }): string =>
  `${userId}|${day.date}|${day.number}`;

export const dateOfAlertDay = ({ alertDay }: Delivery): string => alertDay?.split("|")[1] ?? "";

/** Why a person gets no delivery of an alert: a label of a metric. */
export type Suppression = Reason | "category" | "country" | "already_covered" | "daily_limit";

/**
 * Why this person does not get the alert, or null.
 *
 * @param covered  stories of the person's editions of the last hours
 * @param today    alerts of the person on this local date
 */
export function suppression(
  alert: Pick<Alert, "category" | "countries" | "storyIds">,
  subscriber: Subscriber,
  { covered, today, now }: { covered: ReadonlySet<string>; today: number; now: Date },
): Suppression | null {
  if (!categoriesOf(subscriber).includes(alert.category)) return "category";
  const { country = "" } = subscriber.preferences ?? {};
  const isNear = alert.countries.some((each) => each === country || each === "international");
  if (!isNear) return "country";
  const blocked = alertObstacle(subscriber, now);
  if (blocked !== null) return blocked;
  if (alert.storyIds.some((id) => covered.has(id))) return "already_covered";
  return today >= alertsPerDay ? "daily_limit" : null;
}

/**
 * The stories that the reader gets, or has got, from a digest: one of its messages was accepted or may have been, or it
 * is due and waits for its turn.
 */
export function coveredStories(
  { parts, phase, dueAt, storyIds = [], stories }: Delivery,
  now: Date,
): string[] {
  const wasSent = Object.values(parts).some(
    ({ rank: at, failure }) =>
      at > rank.waiting && (failure === undefined || failure.reason === "unknown_outcome"),
  );
  const isNext = phase === "ready" && dueAt <= now;
  return wasSent || isNext ? storyIds.slice(0, stories) : [];
}
