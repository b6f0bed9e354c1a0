import {
  defaultLanguage,
  defaultTimezone,
  type CategorySlug,
  type CountryCode,
  type Language,
  type LocalTime,
  type UserId,
  type Voice,
} from "@matinale/contracts";
import type { SmallTalk } from "../conversation/small-talk.ts";
import type { Reason } from "../delivery/delivery.ts";
import { type DueSlot, nextDue, type Schedule, type Slot } from "../schedule/schedule.ts";
import { isZone, zoneRelease } from "../schedule/slot-instants.ts";

/** How long after a message from the phone free-form messages are allowed. Milliseconds. */
export const windowMs = 24 * 3_600_000;

/** What delivery knows of a person: projections of other services, the channel and the schedule. */
export interface Subscriber {
  _id: UserId;
  user?: { version: number; language: Language; voice: Voice };
  preferences?: {
    version: number;
    language: Language;
    country: CountryCode;
    zone: string;
    hours: LocalTime[];
    weekday: number | null;
    categories: CategorySlug[];
    /** Whether alerts are wanted and in the plan. */
    alerts: boolean;
    /** Wall-clock times, "HH:MM": no alert is sent from `start` until before `end`. */
    quiet?: { start: LocalTime; end: LocalTime };
  };
  subscription?: {
    version: number;
    status: string;
    entitledUntil: Date | null;
    trialEndsAt: Date | null;
    maxCategories: number;
    maxSeconds: number;
    breakingNewsAlerts: boolean;
  };
  channel?: Channel | undefined;
  /** End of the window for free-form messages: 24 hours after the last message from the phone. */
  windowExpiresAt?: Date;
  /** Until then the provider holds back templates to this person. */
  heldBackUntil?: Date;
  stopped?: Stop | undefined;
  /** The number, or user id, that was disconnected as unreachable; removed when a number is connected again. */
  disconnected?: { phone: string; at: Date; reason: "unreachable" } | undefined;
  /** When the next digest is due; absent while no digest may be sent. */
  nextDueAt?: Date | undefined;
  nextSlot?: Slot | undefined;
  /** Release of the time zone data with which these were computed. */
  zoneRelease?: string | undefined;
  /** The last slot for which a delivery was planned. */
  last?: DueSlot | undefined;
  /** When the next notice about the subscription is due; absent while there is none. */
  noticeAt?: Date | undefined;
  /** Keys of the notices that were sent. */
  noticed?: string[] | undefined;
  /** End of the news window of the last scheduled digest that was sent; the next window begins there. */
  newsCursor?: Date;
  /** Version of the settings, for optimistic locking. */
  revision?: number;
  /** Attempts to connect a number on one day, including refused ones. */
  connects?: { day: string; count: number };
  /** Commands from the phone on one day. */
  requests?: { day: string; count: number };
}

/** Scheduled digests are stopped until START, or until the end of a pause. */
export interface Stop {
  at: Date;
  by: "site" | "phone";
  until?: Date;
}

export interface Channel {
  /** E.164. Absent while the person hides the number: then there is a user id. */
  phone?: string;
  /** The digits that the provider uses for the number, if they are others. */
  waId?: string;
  /** The provider's id of the person, as received; absent until a webhook has shown it. */
  userId?: string;
  /** The id under which a linked phone may hide the number, `…@lid`. */
  lid?: string;
  /** Where messages went until WhatsApp moved the person: the rest of an edition that was begun there is sent here. */
  movedFrom?: string;
  connectedAt: Date;
  /** Until when the number may be pending; absent once its phone has confirmed it. */
  claimedUntil?: Date;
  /** When the phone sent START: the opt-in. */
  verifiedAt?: Date;
  /** Given by this number or, while it was hidden, by this user id. */
  consent?: { wording: string; at: Date; phone?: string; userId?: string | undefined };
  /** The last STOP, START or choice in WhatsApp's settings. */
  lastKeyword?: { id: string; at: Date };
  /** The last PAUSE. Separate from `lastKeyword`, so that a STOP that is processed after a later PAUSE still counts. */
  lastPause?: { id: string; at: Date; until: Date };
  /** When the person last turned delivery on on the site. */
  startedOnSiteAt?: Date;
  /** The last message without a request that got a reply. */
  lastSmallTalk?: SmallTalk;
}

/** Where messages go: the number (E.164), or the user id while the number is hidden. */
export const recipientOf = (channel: Channel | undefined): string | undefined =>
  channel?.phone ?? channel?.userId;

/** Whether messages to this recipient reach this channel. */
export const isRecipient = ({ phone, userId }: Channel, recipient: string): boolean =>
  recipient === phone || recipient === userId;

/** The number and the user id that the person has confirmed. */
export const verifiedAddresses = ({ channel }: Pick<Subscriber, "channel">): string[] =>
  channel?.verifiedAt === undefined
    ? []
    : [channel.phone, channel.userId].filter((address) => address !== undefined);

export const languageOf = (subscriber: Subscriber | null): Language =>
  subscriber?.preferences?.language ?? subscriber?.user?.language ?? defaultLanguage;

/** A stored zone may be unknown to this process. It falls back to the default, so that one subscriber cannot stop the planning for all. */
export const zoneOf = ({ preferences }: { preferences?: { zone: string } }): string =>
  preferences !== undefined && isZone(preferences.zone) ? preferences.zone : defaultTimezone;

/** The published hours: preferences has already applied the plan's limit to them. */
export function scheduleOf(subscriber: Subscriber): Schedule | null {
  const { preferences, subscription } = subscriber;
  if (preferences === undefined || subscription === undefined) return null;
  const { weekday, hours } = preferences;
  return { zone: zoneOf(subscriber), weekday, hours };
}

export function isEntitled(subscriber: Subscriber, at: Date): boolean {
  const { subscription } = subscriber;
  if (subscription === undefined || subscription.status === "lapsed") return false;
  return subscription.entitledUntil === null || subscription.entitledUntil > at;
}

export const categoriesOf = (subscriber: Subscriber): CategorySlug[] =>
  (subscriber.preferences?.categories ?? []).slice(0, subscriber.subscription?.maxCategories ?? 0);

/** Fields that this service owns and always writes together; the others are projections. */
type Owned =
  | "channel"
  | "stopped"
  | "disconnected"
  | "nextDueAt"
  | "nextSlot"
  | "zoneRelease"
  | "last"
  | "noticeAt"
  | "noticed";

/** A change of a subscriber: absent fields stay as they are, null removes a field. */
export type SubscriberChange = { [Name in Owned]?: NonNullable<Subscriber[Name]> | null } & {
  /** The number has changed: close the window of the old one. */
  newNumber?: boolean;
};

export function changedBy(read: Subscriber, change: SubscriberChange): Subscriber {
  const { newNumber: _, ...changed } = change;
  const fields = Object.entries({ ...read, ...changed });
  // the fields of `read`; null removes only fields that a subscriber may lack
  return Object.fromEntries(fields.filter(([, value]) => value !== null)) as unknown as Subscriber;
}

/** When a subscriber's next digest is due: the fields of this slot, or none without a slot. */
export const dueFields = (next: DueSlot | null): SubscriberChange => ({
  zoneRelease,
  nextDueAt: next?.at ?? null,
  nextSlot: next === null ? null : { date: next.date, index: next.index },
});

/** Stopped at `at`: a pause that is over no longer counts. */
export const isStopped = ({ stopped }: Subscriber, at: Date): boolean =>
  stopped !== undefined && (stopped.until === undefined || stopped.until > at);

/** End of the pause at `at`, or null without one. */
export const pausedUntil = ({ stopped }: Subscriber, at: Date): Date | null =>
  stopped?.until !== undefined && stopped.until > at ? stopped.until : null;

/** Whether the trial or the plan ends during the pause at `at`, before an edition is due again. */
export const pausedPastEnd = (subscriber: Subscriber, at: Date): boolean =>
  pausedUntil(subscriber, at) !== null &&
  subscriber.channel?.verifiedAt !== undefined &&
  scheduleOf(subscriber) !== null &&
  nextSlotOf(subscriber, at) === null;

/** Opted out on the phone: no digest is sent, not even a manual one. */
export const optedOut = ({ stopped }: Subscriber): boolean =>
  stopped?.by === "phone" && stopped.until === undefined;

function obstacle(
  subscriber: Subscriber,
  at: Date,
  isOff: (subscriber: Subscriber, at: Date) => boolean,
): Reason | null {
  if (subscriber.channel?.verifiedAt === undefined) return "not_connected";
  if (isOff(subscriber, at)) return "stopped";
  if (!isEntitled(subscriber, at)) return "not_entitled";
  return null;
}

/** Why no edition or alert may be sent to this person at `at`, or null. */
export const obstacleToScheduled = (subscriber: Subscriber, at: Date): Reason | null =>
  obstacle(subscriber, at, isStopped);

/** Why nothing that this person requests may be sent at `at`, or null: a pause or a stop on the site does not count. */
export const obstacleToRequested = (subscriber: Subscriber, at: Date): Reason | null =>
  obstacle(subscriber, at, optedOut);

/**
 * The next slot of this person, or null while nothing may be sent. During a pause it is the first slot after
 * its end. A subscriber without categories has slots too: each ends as a history entry that says that no
 * category is chosen.
 */
export function nextSlotOf(subscriber: Subscriber, now: Date): DueSlot | null {
  const schedule = scheduleOf(subscriber);
  if (schedule === null) return null;
  const end = pausedUntil(subscriber, now);
  const from = end === null ? now : new Date(end.getTime() - 1);
  const next = nextDue(schedule, subscriber.last ?? null, from);
  return next !== null && obstacleToScheduled(subscriber, next.at) === null ? next : null;
}
