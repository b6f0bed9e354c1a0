import {
  defaultCountry,
  defaultLanguage,
  defaultVoice,
  type Language,
  partOfDayAt,
  type PartOfDay,
  type UserId,
} from "@matinale/contracts";
import {
  alertDeliveryId,
  type Button,
  type Delivery,
  deliveryId,
  type DigestTerms,
  partsOf,
  type Phase,
  type Reason,
  type Template,
  templatePart,
} from "../delivery/delivery.ts";
import { type Alert, alertDayOf } from "../alerts/alert.ts";
import { announcedHeadline } from "../conversation/digest-announcement.ts";
import { priority } from "../delivery/priority.ts";
import { deadlineOf, later } from "../delivery/timing.ts";
import { manualWindow, type NewsWindow, slotWindow } from "./news-window.ts";
import { catchUpMs, type DueSlot } from "./schedule.ts";
import { localDate, localTime } from "./slot-instants.ts";
import {
  categoriesOf,
  languageOf,
  nextSlotOf,
  type Subscriber,
  zoneOf,
} from "../subscriber/subscriber.ts";

const base = (userId: UserId, id: string, at: Date, now: Date): Delivery => ({
  _id: id,
  userId,
  kind: "digest",
  manual: false,
  phase: "composing",
  plannedFor: at,
  dueAt: at,
  createdAt: now,
  priority: priority.edition,
  language: defaultLanguage,
  categories: [],
  coveredCategories: [],
  stories: 0,
  texts: [],
  audio: [],
  parts: {},
  messageIds: [],
  version: 1,
});

export interface Planned {
  delivery: Delivery;
  /** Terms of the request to content, or null when there is nothing to compose. */
  terms: DigestTerms | null;
}

/** Plans the delivery of a slot, with the current choices of the subscriber. */
export function planSlot(subscriber: Subscriber, slot: DueSlot, now: Date): Planned {
  const { date, index, at } = slot;
  const id = deliveryId(subscriber._id, slot);
  const planned = { ...base(subscriber._id, id, at, now), slot: { date, index } };
  const next = nextSlotOf({ ...subscriber, last: slot }, at);
  return composed(subscriber, planned, { window: slotWindow(subscriber, now), next });
}

/** Plans a manual digest: the news of the last day, even if they were sent before. */
export function planManual(subscriber: Subscriber, id: string, now: Date): Planned {
  const planned: Delivery = {
    ...base(subscriber._id, id, now, now),
    manual: true,
    priority: priority.awaited,
    inFlight: subscriber._id,
  };
  const { last } = subscriber;
  const next = last !== undefined && last.at > now ? last : nextSlotOf(subscriber, now);
  return composed(subscriber, planned, { window: manualWindow(now), next });
}

/**
 * Plans one story of a digest in full, for a message that asks for it. It is no digest: it is in no history, and
 * neither the limit of manual digests nor the news window counts it.
 *
 * @param story.language  of the digest that has the story
 */
export function planStory(
  subscriber: Subscriber,
  { id, storyId, language }: { id: string; storyId: string; language: Language },
  now: Date,
): Planned {
  const planned: Delivery = {
    ...base(subscriber._id, id, now, now),
    kind: "story",
    manual: true,
    priority: priority.awaited,
    language,
    partOfDay: partOfDay(zoneOf(subscriber), now),
  };
  return {
    delivery: { ...planned, workAt: deadlineOf(planned) },
    terms: {
      ...termsOf(subscriber, language, manualWindow(now)),
      localDate: localDate(zoneOf(subscriber), now),
      nextEdition: "",
      storyId,
    },
  };
}

/**
 * Plans the delivery of an alert, ready to be sent now, with the voice of the subscriber.
 *
 * @param day  the local date, and the number of this alert on it, from 1
 * @returns null when the alert has no version in the subscriber's language
 */
export function planAlert(
  subscriber: Subscriber,
  { _id: alertId, category, storyIds, versions, detectedAt }: Alert,
  day: { date: string; number: number },
  now: Date,
): Delivery | null {
  const { _id: userId, user } = subscriber;
  const language = languageOf(subscriber);
  const version = versions.find((each) => each.language === language);
  if (version === undefined) return null;
  const voice = user?.voice ?? defaultVoice;
  const note = version.notes.find((each) => each.voice === voice) ?? version.notes[0];
  const audio = note?.audio ?? [];
  return {
    ...base(userId, alertDeliveryId(userId, alertId), now, now),
    kind: "alert",
    phase: "ready",
    priority: priority.other,
    composedAt: detectedAt,
    language,
    categories: [category],
    coveredCategories: [category],
    stories: 1,
    headline: announcedHeadline(version.title),
    storyIds,
    texts: [version.text],
    audio,
    parts: partsOf(1, audio.length),
    alertDay: alertDayOf(userId, day),
    workAt: now,
  };
}

function termsOf(
  subscriber: Subscriber,
  language: Language,
  { start, end }: NewsWindow,
): Omit<DigestTerms, "localDate" | "nextEdition"> {
  return {
    language,
    voice: subscriber.user?.voice ?? defaultVoice,
    country: subscriber.preferences?.country ?? defaultCountry,
    categories: categoriesOf(subscriber),
    maxSeconds: subscriber.subscription?.maxSeconds ?? 0,
    windowStart: start,
    windowEnd: end,
  };
}

/** @param next  the slot after this edition, or null without one */
function composed(
  subscriber: Subscriber,
  planned: Delivery,
  { window, next }: { window: NewsWindow; next: DueSlot | null },
): Planned {
  const zone = zoneOf(subscriber);
  const categories = categoriesOf(subscriber);
  const language = languageOf(subscriber);
  const delivery: Delivery = {
    ...planned,
    language,
    categories,
    windowEnd: window.end,
    partOfDay: partOfDay(zone, planned.dueAt),
  };
  if (categories.length === 0) {
    return { delivery: closed(delivery, "skipped", "no_categories"), terms: null };
  }
  return {
    delivery: { ...delivery, workAt: later(delivery.dueAt, catchUpMs) },
    terms: {
      ...termsOf(subscriber, language, window),
      localDate: localDate(zone, planned.dueAt),
      nextEdition: next === null ? "" : `${localDate(zone, next.at)}T${localTime(zone, next.at)}`,
    },
  };
}

/** A slot that passed during an outage: recorded for the history. */
export function missedSlot(subscriber: Subscriber, slot: DueSlot, now: Date): Delivery {
  const planned = base(subscriber._id, deliveryId(subscriber._id, slot), slot.at, now);
  const { date, index } = slot;
  const categories = categoriesOf(subscriber);
  const language = languageOf(subscriber);
  return closed({ ...planned, slot: { date, index }, categories, language }, "missed", "missed");
}

function closed(delivery: Delivery, phase: Phase, reason: Reason): Delivery {
  const { inFlight: _, ...rest } = delivery;
  return { ...rest, phase, reason };
}

/** Plans a notice. A second insert under the same id changes nothing, so it is sent once. */
export function notice(options: {
  id: string;
  userId: UserId;
  language: Language;
  recipient: string;
  /** With both, the text is sent while the window is open, else the template. */
  content: { text: string; buttons?: Button[]; template?: Template } | { template: Template };
  now: Date;
}): Delivery {
  const { id, userId, language, recipient, content, now } = options;
  const isAboutPlan = "text" in content && content.template !== undefined;
  return {
    ...base(userId, id, now, now),
    kind: "notice",
    phase: "ready",
    priority: isAboutPlan ? priority.other : priority.awaited,
    language,
    recipient,
    workAt: now,
    ...("text" in content
      ? {
          texts: [content.text],
          parts: partsOf(1, 0),
          ...(content.buttons === undefined ? {} : { buttons: content.buttons }),
          ...(content.template === undefined ? {} : { template: content.template }),
        }
      : { template: content.template, parts: templatePart() }),
  };
}

/** The part of the day in the subscriber's zone. */
export const partOfDay = (zone: string, at: Date): PartOfDay =>
  partOfDayAt(Number(localTime(zone, at).slice(0, 2)));
