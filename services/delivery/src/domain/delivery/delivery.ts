import { createHash } from "node:crypto";
import type { CategorySlug, Language, PartOfDay, UserId, Voice } from "@matinale/contracts";
import type { TraceContext } from "@matinale/kit";
import type { reasons } from "../conversation/wording.ts";
import type { Slot } from "../schedule/schedule.ts";
import type { Priority } from "./priority.ts";

export type Form = "text" | "voice" | "template";

/** Progress of a part. Statuses arrive in any order and more than once, so they only raise it. */
export const rank = { waiting: 0, sending: 1, sent: 2, delivered: 3, read: 4 } as const;
export type Rank = (typeof rank)[keyof typeof rank];

/** One message of a delivery, with its own id at the provider. */
export interface Part {
  form: Form;
  rank: Rank;
  /** Calls to the provider so far. */
  attempt: number;
  /** Start of the last call, recorded before the call. */
  startedAt?: Date;
  messageId?: string;
  acceptedAt?: Date;
  sentAt?: Date;
  deliveredAt?: Date;
  readAt?: Date;
  playedAt?: Date;
  failure?: Failure;
}

export interface Failure {
  reason: Reason;
  /** The provider's code, 0 when it gave none. */
  code: number;
  at: Date;
}

/** Why a digest was not sent, or not completely. */
export type Reason = keyof typeof reasons;

/** Why a composed digest has no voice note, or an incomplete one. wording.ts has the text for each. */
export const audioGaps = ["speech_unavailable", "speech_failed", "partial"] as const;
export type AudioGap = (typeof audioGaps)[number];

export type Phase = "composing" | "ready" | "sending" | "done" | "skipped" | "failed" | "missed";

export interface Audio {
  mediaKey: string;
  sha256: string;
  mime: string;
  bytes: number;
  durationMs: number;
}

export const deliveryKinds = ["digest", "alert", "story", "notice"] as const;

/**
 * What is sent to one person: a digest, an alert, one story in full, or a short notice (opt-in, replies to keywords,
 * notices about the plan). All take the same path, so none is sent twice.
 */
export interface Delivery {
  _id: string;
  userId: UserId;
  kind: (typeof deliveryKinds)[number];
  manual: boolean;
  phase: Phase;
  reason?: Reason | undefined;
  slot?: Slot | undefined;
  /** The first due instant. A change of hour moves only `dueAt`. */
  plannedFor: Date;
  dueAt: Date;
  createdAt: Date;
  language: Language;
  categories: CategorySlug[];
  coveredCategories: CategorySlug[];
  stories: number;
  /** Headline of the first story, for the template that announces the digest. */
  headline?: string | undefined;
  /** Ids of the stories as they are numbered in the messages: those of the digest, then those of `more`. */
  storyIds?: string[] | undefined;
  /** The window of its news. */
  windowStart?: Date | undefined;
  windowEnd?: Date | undefined;
  /** Part of the day at the due instant, in the subscriber's zone; the greeting names it. */
  partOfDay?: PartOfDay | undefined;
  /** How often it was replanned. It makes the id of each request to content unique: content answers an id once. */
  replans?: number | undefined;
  /** When to request the digest from content; absent after the request. */
  composeAt?: Date | undefined;
  /** Those of the request of a slot. When others come before it is due, it is composed again. */
  choices?: Choices | undefined;
  texts: string[];
  /** Stories for subscribers who ask for more, one message each. */
  more?: string[] | undefined;
  /** Ids of the messages that asked for more, in order. */
  moreAsked?: string[] | undefined;
  /** Buttons under the text of a notice. */
  buttons?: Button[] | undefined;
  audio: Audio[];
  /** Absent when the voice note is complete. */
  audioMissing?: AudioGap | undefined;
  /** The template of a notice that opens a conversation. */
  template?: Template | undefined;
  /** Where it was sent: a number, E.164, or the user id of a person who hides the number. */
  recipient?: string | undefined;
  parts: Record<string, Part>;
  /** Ids that the provider gave to the parts. */
  messageIds: string[];
  /** When a worker must decide the next step; absent when workers have nothing to do. */
  workAt?: Date | undefined;
  /** Order among due deliveries. */
  priority: Priority;
  /** The template was accepted; the other parts wait for the tap on its button. */
  awaitingTap?: boolean | undefined;
  /** When the tap released the other parts. */
  releasedAt?: Date | undefined;
  /** Id of the message that released them: the provider may repeat it. */
  releasedBy?: string | undefined;
  /** Trace context of its request, for all its logs, events and spans. */
  traceContext?: TraceContext | undefined;
  /** Subscriber, local date and number of an alert: a unique index allows two a day. */
  alertDay?: string | undefined;
  /** Set while a manual digest is in progress: a unique index allows one at a time. */
  inFlight?: UserId | undefined;
  /** Of the worker that holds it. */
  lease?: { token: string; until: Date } | undefined;
  version: number;
}

/** A button under a message; a tap sends its id back. */
export interface Button {
  id: string;
  title: string;
}

export interface Template {
  name: string;
  parameters: string[];
  /** Payload of its quick-reply button. */
  button?: string;
  /** Code that its button copies; of the authentication template. */
  copyCode?: string;
  /** Address that its button opens. The approved template contains it; channels without templates write it. */
  link?: string;
}

/** What a composition depends on that its reader chooses, or pays for. */
export interface Choices {
  language: Language;
  voice: Voice;
  country: string;
  categories: CategorySlug[];
  maxSeconds: number;
}

export interface DigestTerms extends Choices {
  windowStart: Date;
  windowEnd: Date;
  /** Date of the subscriber at the due instant, "YYYY-MM-DD". */
  localDate: string;
  /** Wall-clock time of the subscriber's next edition, "YYYY-MM-DDTHH:MM"; empty while none is planned. */
  nextEdition: string;
  /** Requests this story in full instead of a digest. */
  storyId?: string;
}

/** An id made from what a document is about, so a second insert changes nothing. */
export const idFrom = (...about: (string | number)[]): string =>
  createHash("sha256").update(about.join("|")).digest("hex").slice(0, 32);

export const deliveryId = (userId: string, { date, index }: Slot): string =>
  idFrom(userId, date, index);

/** Digests and alerts: a template announces them while the window is closed, and they are in the history. */
export const isAnnounced = ({ kind }: Pick<Delivery, "kind">): boolean =>
  kind === "digest" || kind === "alert";

/** Id of the request to content for the current plan of a delivery. */
export const requestId = ({ _id, replans = 0 }: Pick<Delivery, "_id" | "replans">): string =>
  replans === 0 ? _id : `${_id}-r${replans}`;

/** Id of the delivery to which a request belongs. */
export const deliveryOfRequest = (request: string): string => request.replace(/-r\d+$/, "");

/** Sent with each message. The provider returns it with every status, so a lost answer can be matched. */
export const reference = (id: string, part: string): string => `${id}:${part}`;

/**
 * The delivery and the part of a reference.
 *
 * @param reference  as `reference` makes it: an id of 1 to 64 letters, digits, `_` and `-`, then the id of a part
 * @returns null for a reference of another sender or version
 */
export function readReference(reference: string): { id: string; part: string } | null {
  const match = /^([\w-]{1,64}):([a-z]{1,8}\d{0,2})$/.exec(reference);
  return match?.[1] !== undefined && match[2] !== undefined
    ? { id: match[1], part: match[2] }
    : null;
}

const waitingPart = (form: Form): Part => ({ form, rank: rank.waiting, attempt: 0 });

/** Parts of a digest: texts, then voice notes. */
export const partsOf = (texts: number, voices: number): Record<string, Part> =>
  Object.fromEntries([
    ...Array.from({ length: texts }, (_, index) => [`text${index}`, waitingPart("text")]),
    ...Array.from({ length: voices }, (_, index) => [`voice${index}`, waitingPart("voice")]),
  ]);

export const templatePart = (): Record<string, Part> => ({ template: waitingPart("template") });

const forms: Record<Form, number> = { template: 0, text: 1, voice: 2 };

/** Parts with their ids: the template, texts, voice notes. */
export const inOrder = (parts: Record<string, Part>): [string, Part][] =>
  Object.entries(parts).toSorted(
    ([oneId, one], [otherId, other]) =>
      forms[one.form] - forms[other.form] || position(oneId) - position(otherId),
  );

/** Position of a part among those of its form: 3 for "text3". */
export const position = (partId: string): number => Number(/\d+$/.exec(partId)?.[0] ?? 0);

/** Hash of the voice note of a part; undefined for other parts. */
export const audioHashOf = ({ parts, audio }: Delivery, partId: string): string | undefined =>
  parts[partId]?.form === "voice" ? audio[position(partId)]?.sha256 : undefined;

export const accepted = (part: Part): boolean => part.rank >= rank.sent;

/** Whether the provider has accepted it, and has not reported since that it failed. */
export const isSent = (part: Part): boolean => accepted(part) && part.failure === undefined;

/** Whether the provider has accepted at least one message. */
export const isPartlySent = ({ parts }: Delivery): boolean => Object.values(parts).some(accepted);
