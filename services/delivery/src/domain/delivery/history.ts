import {
  accepted,
  type Delivery,
  inOrder,
  isAnnounced,
  isPartlySent,
  isSent,
  type Part,
  type Phase,
  rank,
  type Reason,
} from "./delivery.ts";
import { isOver } from "./transitions.ts";
import { isUserId } from "../subscriber/phone.ts";
import type { Language, ResponseOf } from "@matinale/contracts/browser";
import { localDate, localTime } from "../schedule/slot-instants.ts";
import { audioGapTexts, namesOf, partly, reasons } from "../conversation/wording.ts";

export type HistoryEntry = ResponseOf<"GET /message-history">["history"][number];
type HistoryPart = HistoryEntry["parts"][number];
/** `skipped` and `missed` sent nothing; `pending` is everything before the provider's acceptance. */
type Status = HistoryEntry["status"];

const byRank: Record<Part["rank"], Status> = {
  [rank.waiting]: "pending",
  [rank.sending]: "pending",
  [rank.sent]: "sent",
  [rank.delivered]: "delivered",
  [rank.read]: "read",
};

const startedParts = (delivery: Delivery): Part[] =>
  Object.values(delivery.parts).filter(
    (part) => part.rank > rank.waiting || part.failure !== undefined,
  );

/** Status of the slowest part; "failed" when a part failed, "sent" at most while a part is still to be sent. */
export function statusOf(delivery: Delivery): Status {
  const parts = startedParts(delivery);
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

/** Scheduled digests are shown from their due instant, manual digests at once. */
export const isShown = (delivery: Delivery, now: Date): boolean =>
  delivery.manual ||
  delivery.dueAt <= now ||
  isOver(delivery.phase) ||
  startedParts(delivery).length > 0;

/**
 * A delivery as the site shows it, in the reader's language. `timestamp` is in seconds since 1970 (UTC), of the first
 * acceptance, or of the due instant before one. `date` and `time` are of the same instant in the reader's zone. The
 * recipient is a number: the user id of a person who hides it means nothing to them.
 *
 * @param reader.zone  IANA name, such as "Europe/Paris"
 * @throws RangeError  when the zone is unknown
 */
export function historyEntry(
  delivery: Delivery,
  reader: { language: Language; zone: string },
): HistoryEntry {
  const { language, zone } = reader;
  const parts = inOrder(delivery.parts).filter(
    ([, part]) => part.rank > rank.waiting || isAnnounced(delivery),
  );
  const first = parts.map(([, part]) => part.acceptedAt).find((date) => date !== undefined);
  const at = first ?? delivery.dueAt;
  const { coveredCategories, categories, recipient } = delivery;
  const names = namesOf(coveredCategories.length > 0 ? coveredCategories : categories, language);
  return {
    id: delivery._id,
    kind: delivery.kind === "alert" ? "alert" : "digest",
    timestamp: Math.floor(at.getTime() / 1000),
    date: localDate(zone, at),
    time: localTime(zone, at),
    status: statusOf(delivery),
    played: parts.some(([, part]) => part.playedAt !== undefined),
    type: delivery.audio.length > 0 ? "audio" : "text",
    category: names[0] ?? "",
    categories: names,
    content: contentOf(delivery),
    articlesCount: delivery.stories,
    manual: delivery.manual,
    errorMessage: errorMessage(delivery, language),
    recipient: recipient === undefined || isUserId(recipient) ? null : recipient,
    parts: parts.map(([id, part]) => historyPart(id, part, delivery.phase, language)),
  };
}

/**
 * A delivery in the data export: as in the history, with its kind, recipient and due instant, all its texts, those for
 * ENCORE, and the buttons and the template of a notice.
 */
export const exportEntry = (delivery: Delivery, reader: { language: Language; zone: string }) => ({
  ...historyEntry(delivery, reader),
  kind: delivery.kind,
  recipient: delivery.recipient ?? null,
  dueAt: delivery.dueAt.toISOString(),
  texts: delivery.texts,
  more: delivery.more ?? [],
  moreAsked: delivery.moreAsked?.length ?? 0,
  buttons: delivery.buttons ?? [],
  template: delivery.template ?? null,
  storyIds: delivery.storyIds ?? [],
});

/** The text, after its first headline: the heading of a digest is nearly the same every day. */
const contentOf = ({ kind, texts: [text = ""], headline }: Delivery): string =>
  text === "" || headline === undefined || kind === "alert" ? text : `${headline}\n\n${text}`;

const isoOrNull = (date: Date | undefined): string | null => date?.toISOString() ?? null;

/** Why the digest was not sent, or not completely, else why its voice note is missing or incomplete. */
function errorMessage(delivery: Delivery, language: Language): string | null {
  const { audioMissing } = delivery;
  const reason = reasonOf(delivery);
  if (reason === undefined) {
    return audioMissing === undefined ? null : audioGapTexts[audioMissing][language];
  }
  const parts = Object.values(delivery.parts);
  const onlyTextSent =
    parts.some((part) => part.form === "voice" && !isSent(part)) &&
    parts.some((part) => part.form === "text" && isSent(part));
  return (onlyTextSent ? partly[language] : "") + reasons[reason][language];
}

/** A delivery that failed has no reason any more once a later status shows that its messages were accepted. */
const reasonOf = (delivery: Delivery): Reason | undefined =>
  Object.values(delivery.parts).find((part) => part.failure !== undefined)?.failure?.reason ??
  (delivery.phase === "failed" && isPartlySent(delivery) ? undefined : delivery.reason);

function partStatus({ rank: at, failure }: Part, phase: Phase): Status {
  if (failure !== undefined) return "failed";
  return at === rank.waiting && isOver(phase) ? "skipped" : byRank[at];
}

const historyPart = (id: string, part: Part, phase: Phase, language: Language): HistoryPart => ({
  id,
  type: part.form === "voice" ? "audio" : part.form,
  status: partStatus(part, phase),
  acceptedAt: isoOrNull(part.acceptedAt),
  sentAt: isoOrNull(part.sentAt),
  deliveredAt: isoOrNull(part.deliveredAt),
  readAt: isoOrNull(part.readAt),
  playedAt: isoOrNull(part.playedAt),
  errorMessage: part.failure === undefined ? null : reasons[part.failure.reason][language],
});
