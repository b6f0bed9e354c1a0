import {
  defaultCountry,
  defaultVoice,
  type Language,
  partOfDayAt,
  type PartOfDay,
} from "@matinale/contracts";
import {
  type Choices,
  type Delivery,
  deliveryId,
  type DigestTerms,
  idFrom,
  partsOf,
  templatePart,
} from "../delivery/delivery.ts";
import { type Alert, alertDayOf } from "../alerts/alert.ts";
import { announcedHeadline } from "../conversation/digest-announcement.ts";
import { priority } from "../delivery/priority.ts";
import { deadlineOf } from "../delivery/timing.ts";
import { manualWindow, type NewsWindow, slotWindow } from "./news-window.ts";
import type { DueSlot } from "./schedule.ts";
import { localDate, localTime } from "./slot-instants.ts";
import {
  categoriesOf,
  languageOf,
  nextSlotOf,
  recipientOf,
  type Subscriber,
  zoneOf,
} from "../subscriber/subscriber.ts";

const base = (subscriber: Subscriber, id: string, at: Date, now: Date): Delivery => ({
  _id: id,
  userId: subscriber._id,
  kind: "digest",
  manual: false,
  phase: "composing",
  plannedFor: at,
  dueAt: at,
  createdAt: now,
  priority: priority.edition,
  language: languageOf(subscriber),
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
  const planned = {
    ...base(subscriber, id, at, now),
    slot: { date, index },
    choices: choicesOf(subscriber),
  };
  const next = nextSlotOf({ ...subscriber, last: slot }, at);
  return composed(subscriber, planned, { window: slotWindow(subscriber, now), next });
}

/** Plans a manual digest: the news of the last day, even if they were sent before. */
export function planManual(subscriber: Subscriber, id: string, now: Date): Planned {
  const planned: Delivery = {
    ...base(subscriber, id, now, now),
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
    ...base(subscriber, id, now, now),
    kind: "story",
    manual: true,
    priority: priority.awaited,
    language,
    partOfDay: partOfDay(zoneOf(subscriber), now),
  };
  return {
    delivery: { ...planned, workAt: deadlineOf(planned) },
    terms: { ...termsOf(subscriber, planned, { window: manualWindow(now), next: null }), storyId },
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
  { _id: alertId, category, storyIds, versions, traceContext }: Alert,
  day: { date: string; number: number },
  now: Date,
): Delivery | null {
  const version = versions.find(({ language }) => language === languageOf(subscriber));
  if (version === undefined) return null;
  const voice = subscriber.user?.voice ?? defaultVoice;
  const note = version.notes.find((each) => each.voice === voice) ?? version.notes[0];
  const audio = note?.audio ?? [];
  return {
    ...base(subscriber, idFrom(subscriber._id, "alert", alertId), now, now),
    kind: "alert",
    phase: "ready",
    priority: priority.other,
    categories: [category],
    coveredCategories: [category],
    stories: 1,
    headline: announcedHeadline(version.title),
    storyIds,
    texts: [version.text],
    audio,
    parts: partsOf(1, audio.length),
    alertDay: alertDayOf(subscriber._id, day),
    workAt: now,
    traceContext,
  };
}

export const choicesOf = (subscriber: Subscriber): Choices => ({
  language: languageOf(subscriber),
  voice: subscriber.user?.voice ?? defaultVoice,
  country: subscriber.preferences?.country ?? defaultCountry,
  categories: categoriesOf(subscriber),
  maxSeconds: subscriber.subscription?.maxSeconds ?? 0,
});

interface DigestTimes {
  window: NewsWindow;
  /** The slot after this digest, or null without one. */
  next: DueSlot | null;
}

function termsOf(
  subscriber: Subscriber,
  { language, dueAt }: Delivery,
  { window, next }: DigestTimes,
): DigestTerms {
  const zone = zoneOf(subscriber);
  return {
    ...choicesOf(subscriber),
    language,
    windowStart: window.start,
    windowEnd: window.end,
    localDate: localDate(zone, dueAt),
    nextEdition: next === null ? "" : `${localDate(zone, next.at)}T${localTime(zone, next.at)}`,
  };
}

function composed(subscriber: Subscriber, planned: Delivery, times: DigestTimes): Planned {
  const categories = categoriesOf(subscriber);
  const delivery: Delivery = {
    ...planned,
    categories,
    windowStart: times.window.start,
    windowEnd: times.window.end,
    partOfDay: partOfDay(zoneOf(subscriber), planned.dueAt),
  };
  if (categories.length === 0) {
    const reason = "no_categories";
    return {
      delivery: { ...delivery, phase: "skipped", reason, inFlight: undefined },
      terms: null,
    };
  }
  return {
    delivery: { ...delivery, workAt: deadlineOf(delivery) },
    terms: termsOf(subscriber, delivery, times),
  };
}

/** A slot that passed during an outage: recorded for the history. */
export function missedSlot(subscriber: Subscriber, slot: DueSlot, now: Date): Delivery {
  const planned = base(subscriber, deliveryId(subscriber._id, slot), slot.at, now);
  const { date, index } = slot;
  const categories = categoriesOf(subscriber);
  const missed = { phase: "missed", reason: "missed" } as const;
  return { ...planned, ...missed, slot: { date, index }, categories };
}

/** With a text and a template, the text is sent while the window is open, else the template. */
type NoticeContent = Pick<Delivery, "buttons" | "template"> & { text?: string | undefined };

/**
 * Plans a notice. A second insert under the same id changes nothing, so it is sent once.
 *
 * @returns null when no number and no user id is connected
 */
export function notice(
  subscriber: Subscriber,
  { id, content, now }: { id: string; content: NoticeContent; now: Date },
): Delivery | null {
  const recipient = recipientOf(subscriber.channel);
  if (recipient === undefined) return null;
  const { text, buttons, template } = content;
  const isAboutPlan = text !== undefined && template !== undefined;
  return {
    ...base(subscriber, id, now, now),
    kind: "notice",
    phase: "ready",
    priority: isAboutPlan ? priority.other : priority.awaited,
    recipient,
    workAt: now,
    texts: text === undefined ? [] : [text],
    buttons,
    template,
    parts: text === undefined ? templatePart() : partsOf(1, 0),
  };
}

export const partOfDay = (zone: string, at: Date): PartOfDay =>
  partOfDayAt(Number(localTime(zone, at).slice(0, 2)));
