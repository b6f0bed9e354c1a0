import { accepted, type Delivery, inOrder, type Part, rank, type Reason } from "./delivery.ts";
import { isOver } from "./transitions.ts";
import type { Language } from "@matinale/contracts";
import { localDate, localTime } from "../schedule/slot-instants.ts";
import { namesOf, partlyText, reasonText, soundGapText } from "../conversation/wording.ts";

/** `skipped` and `missed` sent nothing; `pending` is everything before the provider's acceptance. */
export type Status = "pending" | "sent" | "delivered" | "read" | "failed" | "skipped" | "missed";

export interface HistoryEntry {
  id: string;
  /** Seconds since the epoch: when it was sent, else when it was due. */
  timestamp: number;
  /** In the subscriber's zone. */
  date: string;
  time: string;
  status: Status;
  played: boolean;
  type: "audio" | "text";
  category: string;
  categories: string[];
  content: string;
  articlesCount: number;
  manual: boolean;
  errorMessage: string | null;
  recipient: string | null;
  scheduledAt: string;
  composedAt: string | null;
  parts: HistoryPart[];
}

interface HistoryPart {
  id: string;
  type: "text" | "audio" | "template";
  status: Status;
  acceptedAt: string | null;
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
  playedAt: string | null;
  errorMessage: string | null;
}

const byRank: Record<Part["rank"], Status> = {
  [rank.waiting]: "pending",
  [rank.sending]: "pending",
  [rank.sent]: "sent",
  [rank.delivered]: "delivered",
  [rank.read]: "read",
};

const statusOfPart = (part: Part): Status =>
  part.failure === undefined ? byRank[part.rank] : "failed";

const begunParts = (delivery: Delivery): Part[] =>
  Object.values(delivery.parts).filter(
    (part) => part.rank > rank.waiting || part.failure !== undefined,
  );

/**
 * Status of the whole delivery: that of its slowest part. A failed part makes it failed; a part that is
 * still to be sent keeps it at "sent" at most.
 */
export function statusOf(delivery: Delivery): Status {
  const parts = begunParts(delivery);
  if (parts.some((part) => part.failure !== undefined)) return "failed";
  const { phase } = delivery;
  if (parts.length === 0 || !parts.some(accepted)) {
    return phase === "failed" || phase === "missed" || phase === "skipped" ? phase : "pending";
  }
  const lowest = Math.max(rank.sent, Math.min(...parts.map((part) => part.rank)));
  return isOver(phase) || delivery.awaitingTap === true
    ? byRank[lowest as Part["rank"]]
    : byRank[rank.sent];
}

/** Planned digests appear once their time has come; manual ones at once. */
export const isShown = (delivery: Delivery, now: Date): boolean =>
  delivery.manual ||
  delivery.dueAt <= now ||
  isOver(delivery.phase) ||
  begunParts(delivery).length > 0;

export function historyEntry(
  delivery: Delivery,
  reader: { language: Language; zone: string },
): HistoryEntry {
  const { language, zone } = reader;
  const parts = inOrder(delivery.parts).filter(
    ([, part]) => part.rank > rank.waiting || delivery.kind === "digest",
  );
  const first = parts.map(([, part]) => part.acceptedAt).find((date) => date !== undefined);
  const at = first ?? delivery.dueAt;
  const names = namesOf(delivery.told.length > 0 ? delivery.told : delivery.categories, language);
  return {
    id: delivery._id,
    timestamp: Math.floor(at.getTime() / 1000),
    date: localDate(zone, at),
    time: localTime(zone, at),
    status: statusOf(delivery),
    played: parts.some(([, part]) => part.playedAt !== undefined),
    type: delivery.audio.length > 0 ? "audio" : "text",
    category: names[0] ?? "",
    categories: names,
    content: delivery.texts[0] ?? "",
    articlesCount: delivery.stories,
    manual: delivery.manual,
    errorMessage: errorMessage(delivery, language),
    recipient: delivery.recipient ?? null,
    scheduledAt: delivery.dueAt.toISOString(),
    composedAt: written(delivery.composedAt),
    parts: parts.map(([id, part]) => historyPart(id, part, language)),
  };
}

const written = (date: Date | undefined): string | null => date?.toISOString() ?? null;

/** Why the digest was not sent, else why its voice note is missing or incomplete. */
function errorMessage(delivery: Delivery, language: Language): string | null {
  const { audioMissing } = delivery;
  const reason = reasonOf(delivery);
  if (reason === undefined) {
    return audioMissing === undefined ? null : soundGapText(audioMissing, language);
  }
  const parts = Object.values(delivery.parts);
  const half =
    parts.some((part) => part.form === "voice" && part.failure !== undefined) &&
    parts.some((part) => part.form === "text" && accepted(part) && part.failure === undefined);
  return (half ? partlyText(language) : "") + reasonText(reason, language);
}

const reasonOf = (delivery: Delivery): Reason | undefined =>
  Object.values(delivery.parts).find((part) => part.failure !== undefined)?.failure?.reason ??
  (statusOf(delivery) === "failed" || !Object.values(delivery.parts).some(accepted)
    ? delivery.reason
    : undefined);

const historyPart = (id: string, part: Part, language: Language): HistoryPart => ({
  id,
  type: part.form === "voice" ? "audio" : part.form,
  status: statusOfPart(part),
  acceptedAt: written(part.acceptedAt),
  sentAt: written(part.sentAt),
  deliveredAt: written(part.deliveredAt),
  readAt: written(part.readAt),
  playedAt: written(part.playedAt),
  errorMessage: part.failure === undefined ? null : reasonText(part.failure.reason, language),
});
