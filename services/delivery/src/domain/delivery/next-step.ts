import {
  accepted,
  type Delivery,
  inOrder,
  isAnnounced,
  type Part,
  position,
  rank,
  type Reason,
  audioHashOf,
} from "./delivery.ts";
import { alertObstacle } from "../alerts/alert.ts";
import { announcement } from "../conversation/digest-announcement.ts";
import {
  type Channel,
  isRecipient,
  obstacleToRequested,
  obstacleToScheduled,
  optedOut,
  recipientOf,
  type Subscriber,
} from "../subscriber/subscriber.ts";
import type { Message } from "../channel/whatsapp.ts";
import { deadlineOf, earlier, later, startOf, uploadDeadlineOf } from "./timing.ts";

/** How long a part whose answer was lost waits for a status before its outcome counts as unknown. Milliseconds. */
const holdMs = 150_000;
const uploadPollMs = 1_000;
/** A message from the phone opens the window also while the provider holds templates back. Milliseconds. */
const heldBackPollMs = 60_000;
/** The last seconds of a window are not used, because clocks differ. Milliseconds. */
const windowMarginMs = 10_000;
/** A digest that is later than this is skipped if a newer slot is due. Milliseconds. */
const lateMs = 60_000;

export type Step =
  | { do: "send"; part: string; message: Message; to: string }
  /** Drop the content of an alert whose story was withdrawn, and end it. */
  | { do: "withdraw" }
  /** Decide again at `until`. */
  | { do: "wait"; until: Date }
  /** The template was accepted: only a tap continues. */
  | { do: "await-tap" }
  | { do: "fail"; part: string; reason: Reason }
  | { do: "end"; phase: "done" | "skipped" | "failed" | "missed"; reason?: Reason };

export type SendStep = Extract<Step, { do: "send" }>;

export interface DeliveryContext {
  /** null when the person has been erased. */
  subscriber: Subscriber | null;
  /** The provider's id of each voice note, by sha256: null when it can never be uploaded, undefined before the upload. */
  mediaIds: ReadonlyMap<string, string | null | undefined>;
  /** An operator has withdrawn the story of the alert. */
  isWithdrawn?: boolean;
  /** The provider has no 24-hour window. */
  alwaysOpen?: boolean;
  now: Date;
}

/** Failures of a voice note after which the texts can still be sent. */
const failuresOfVoiceNote: ReadonlySet<Reason> = new Set([
  "audio_unavailable",
  "refused",
  "unknown_outcome",
]);

/**
 * The next step of a leased delivery. Texts are sent before voice notes, but after them when the reader has
 * tapped "Listen". Each part waits until the one before is accepted. A part whose call was started is never
 * sent again unless a status says that it failed. After a text or voice note, the rest is sent to no other phone.
 */
export function nextStep(delivery: Delivery, context: DeliveryContext): Step {
  const { subscriber, now } = context;
  const parts = inOrder(delivery.parts);
  const lost = parts.find(([, part]) => part.rank === rank.sending && part.failure === undefined);
  if (lost !== undefined) return awaitStatus(lost[0], lost[1], now);
  const partlySent = parts.some(([, part]) => accepted(part));

  const content = contentOf(delivery, parts);
  const waiting = nextWaiting(delivery, content, context.mediaIds);
  const failed = parts.find(([, part]) => part.failure !== undefined)?.[1];
  if (failed?.failure !== undefined) {
    const { reason } = failed.failure;
    const onlyVoiceNoteFailed = failed.form === "voice" && failuresOfVoiceNote.has(reason);
    if (!onlyVoiceNoteFailed || waiting?.[1].form !== "text") {
      return { do: "end", phase: "failed", reason };
    }
  }
  const deadline = deadlineOf(delivery);
  if (delivery.phase === "composing") {
    if (now < deadline) return { do: "wait", until: deadline };
    return { do: "end", phase: "failed", reason: "not_composed" };
  }
  if (waiting === undefined) return { do: "end", phase: "done" };
  if (context.isWithdrawn === true && !partlySent) return { do: "withdraw" };
  const [partId, part] = waiting;
  if (now >= deadline) return endLate(delivery, partId);
  const startAt = startOf(delivery);
  if (startAt > now) return { do: "wait", until: startAt };

  const endedBy = (reason: Reason): Step => endStep(reason, partlySent ? "done" : "skipped");
  const channel = subscriber?.channel;
  const recipient = recipientOf(channel);
  if (!subscriber || !channel || recipient === undefined) return endedBy("not_connected");
  const isOfOnePhone = delivery.kind === "notice" || content.some(([, part]) => accepted(part));
  if (isOfOnePhone && isOfAnotherPhone(delivery, channel)) return endedBy("not_connected");
  if (delivery.kind !== "notice") {
    const isNewAlert = delivery.kind === "alert" && !partlySent;
    const isRequested = delivery.manual || delivery.releasedAt !== undefined;
    // a plan may end while an edition that is due waits for its turn
    const obstacle = isRequested
      ? obstacleToRequested(subscriber, now)
      : obstacleToScheduled(subscriber, delivery.dueAt);
    const reason = isNewAlert ? alertObstacle(subscriber, now) : obstacle;
    if (reason !== null) return endedBy(reason);
    if (!partlySent && isSuperseded(delivery, subscriber, now)) {
      return { do: "end", phase: "missed", reason: "missed" };
    }
  } else if (isServiceNotice(delivery) && optedOut(subscriber)) {
    return endedBy("stopped");
  }
  return send(delivery, partId, part, { ...context, subscriber }, recipient);
}

/** Whether a delivery was begun for another phone. A person whom WhatsApp has given a new number keeps the phone. */
export const isOfAnotherPhone = ({ recipient }: Delivery, channel: Channel): boolean =>
  recipient !== undefined && recipient !== channel.movedFrom && !isRecipient(channel, recipient);

/** Whether a notice is about the subscription. An opt-out stops these, but not replies to a message. */
const isServiceNotice = ({ template, texts }: Delivery) =>
  template !== undefined && texts.length > 0;

/**
 * The parts that must be sent. The template of a digest or an alert only announces it while the window is closed. A
 * notice is sent either as text or as template: after a first call with the template it stays a template.
 */
function contentOf(delivery: Delivery, ordered: [string, Part][]): [string, Part][] {
  const { parts } = delivery;
  if (isAnnounced(delivery)) return ordered.filter(([id]) => id !== "template");
  return parts["template"] === undefined ? ordered : ordered.filter(([id]) => id === "template");
}

/**
 * The part to send next. After a tap on "Listen" the voice note comes first, once it is uploaded: texts do not
 * wait for an upload.
 */
function nextWaiting(
  delivery: Delivery,
  content: [string, Part][],
  mediaIds: DeliveryContext["mediaIds"],
): [string, Part] | undefined {
  const waiting = content.filter(
    ([, part]) => part.rank === rank.waiting && part.failure === undefined,
  );
  const hasFailed = content.some(([, { failure }]) => failure !== undefined);
  if (delivery.releasedAt === undefined || hasFailed) return waiting[0];
  const voice = waiting.find(([, { form }]) => form === "voice");
  const mediaId = voice && mediaIds.get(audioHashOf(delivery, voice[0]) ?? "");
  return typeof mediaId === "string" ? voice : waiting[0];
}

function send(
  delivery: Delivery,
  partId: string,
  part: Part,
  context: DeliveryContext & { subscriber: Subscriber },
  to: string,
): Step {
  const { now, mediaIds, subscriber, alwaysOpen = false } = context;
  const sendTemplate = (): Step => {
    const { language, template = announcement(delivery) } = delivery;
    return { do: "send", part: "template", message: { form: "template", template, language }, to };
  };
  if (part.form === "template") return sendTemplate();
  const expires = subscriber.windowExpiresAt;
  const open = alwaysOpen || (expires !== undefined && expires > later(now, windowMarginMs));
  if (!open && !isAnnounced(delivery) && delivery.template === undefined) {
    return endStep("window_closed", "skipped");
  }
  if (!open) {
    const announced = delivery.parts["template"];
    if (announced !== undefined && accepted(announced)) return { do: "await-tap" };
    const { heldBackUntil } = subscriber;
    if (isAnnounced(delivery) && heldBackUntil !== undefined && heldBackUntil > now) {
      return heldBackUntil < deadlineOf(delivery)
        ? { do: "wait", until: earlier(heldBackUntil, later(now, heldBackPollMs)) }
        : endStep("deferred", "skipped");
    }
    return sendTemplate();
  }
  if (part.form === "text") {
    const body = delivery.texts[position(partId)] ?? "";
    const message: Message = { form: "text", body, buttons: delivery.buttons };
    return { do: "send", part: partId, message, to };
  }
  const mediaId = mediaIds.get(audioHashOf(delivery, partId) ?? "");
  if (mediaId === null) return { do: "fail", part: partId, reason: "audio_unavailable" };
  if (mediaId !== undefined) {
    return { do: "send", part: partId, message: { form: "voice", mediaId }, to };
  }
  return now >= uploadDeadlineOf(delivery)
    ? { do: "fail", part: partId, reason: "audio_unavailable" }
    : { do: "wait", until: later(now, uploadPollMs) };
}

/** The answer to a call was lost: wait for a status, because a second call could send the message twice. */
function awaitStatus(partId: string, part: Part, now: Date): Step {
  const until = later(part.startedAt ?? now, holdMs);
  return now < until
    ? { do: "wait", until }
    : { do: "fail", part: partId, reason: "unknown_outcome" };
}

function endLate({ parts }: Delivery, partId: string): Step {
  const tried = Object.values(parts).some((part) => part.attempt > 0);
  return tried
    ? { do: "fail", part: partId, reason: "provider_down" }
    : { do: "end", phase: "missed", reason: "missed" };
}

const endStep = (reason: Reason, phase: "done" | "skipped"): Step => ({ do: "end", phase, reason });

/** Whether a newer slot is due too: after an outage only the newest slot is sent late. */
function isSuperseded(delivery: Delivery, subscriber: Subscriber, now: Date): boolean {
  const { slot, dueAt } = delivery;
  if (slot === undefined || now.getTime() - dueAt.getTime() < lateMs) return false;
  if (subscriber.nextDueAt !== undefined && subscriber.nextDueAt <= now) return true;
  const { last } = subscriber;
  if (last === undefined || last.at > now) return false;
  return last.date > slot.date || (last.date === slot.date && last.index > slot.index);
}
