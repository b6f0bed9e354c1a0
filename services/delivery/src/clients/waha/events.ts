import { z } from "zod";
import {
  type Echo,
  emptyWebhook,
  hashOfText,
  type StatusReport,
  type Webhook,
} from "../../domain/channel/inbound.ts";

/**
 * Events of WAHA (https://waha.devlike.pro/docs/how-to/events), one in each call. `message`: a phone has
 * written. `message.edited`: its new text. `message.any`: a new message of a phone or of our own. `message.ack`: a
 * status of our message.
 */
const envelope = z.object({
  event: z.string(),
  session: z.unknown().optional(),
  /** Milliseconds; older versions have none. */
  timestamp: z.number().int().positive().optional(),
  payload: z.looseObject({}),
});

/** Raw data of the engine. NOWEB and GOWS give here the other id of the chat: its LID, or its number. */
const engineData = z
  .object({
    key: z.object({ remoteJidAlt: z.string().nullish() }).nullish(),
    Info: z
      .object({ SenderAlt: z.string().nullish(), RecipientAlt: z.string().nullish() })
      .nullish(),
  })
  .nullish()
  // In another shape it is ignored, so that no message is lost.
  .catch(null);

/** Some engines give fractions. */
const seconds = z.number().positive();
const chatMessage = z
  .object({
    id: z.string().min(1).max(256),
    timestamp: seconds,
    from: z.string(),
    to: z.string().nullish(),
    fromMe: z.boolean(),
    body: z.string().nullish(),
    textHash: z.string().nullish(),
    hasMedia: z.boolean().default(false),
    _data: engineData,
  })
  // The text of our own message is not stored: it may be a code for a new password.
  .transform(({ body = null, textHash = null, ...message }) =>
    message.fromMe
      ? { ...message, body: null, textHash: textHash ?? (body ? hashOfText(body) : null) }
      : { ...message, body, textHash: null },
  );
const acknowledgement = z.object({
  id: z.string().min(1).max(256),
  fromMe: z.boolean(),
  ack: z.number().int(),
  timestamp: seconds.optional(),
});

const acks: Readonly<Record<number, StatusReport["status"]>> = {
  [-1]: "failed",
  1: "sent",
  2: "delivered",
  3: "read",
  4: "played",
};
/** Known events that need no processing. */
const unused = new Set(["session.status", "state.change", "engine.event"]);

/** `true_33612345678@c.us_3EB0…` and `3EB0…` name the same message: engines use one form or the other. */
export const bareMessageId = (id: string): string =>
  /^(?:true|false)_[^_]+_([^_]+)/.exec(id)?.[1] ?? id;

/**
 * Digits of a chat with one person, or null: groups, channels and hidden numbers have no phone. A linked
 * device of that person has a suffix, `…:12@s.whatsapp.net`.
 */
export const digitsOfChat = (chatId: string | null | undefined): string | null =>
  /^(\d{5,20})(?::\d+)?@(?:c\.us|s\.whatsapp\.net)$/.exec(chatId ?? "")?.[1] ?? null;

/** The LID of a chat without the suffix of a device, or null when its id does not hide the number. */
export const lidOfChat = (chatId: string | null | undefined): string | null => {
  const digits = /^(\d+)(?::\d+)?@lid$/.exec(chatId ?? "")?.[1];
  return digits === undefined ? null : `${digits}@lid`;
};

/** The ids of a chat with one person. An event names one of them, or both. */
interface ChatIds {
  /** Digits of the number. */
  digits: string | null;
  lid: string | null;
}

/** For our own messages WEBJS gives the chat in `to`; NOWEB and GOWS give it in `from`, without `to`. */
function idsOf({ from, to, fromMe, _data }: z.infer<typeof chatMessage>): ChatIds {
  const chat = fromMe ? (to ?? from) : from;
  const info = _data?.Info;
  const other = _data?.key?.remoteJidAlt ?? (fromMe ? info?.RecipientAlt : info?.SenderAlt);
  // A group also has a sender with a number.
  if (digitsOfChat(chat) === null && lidOfChat(chat) === null) return { digits: null, lid: null };
  return {
    digits: digitsOfChat(chat) ?? digitsOfChat(other),
    lid: lidOfChat(chat) ?? lidOfChat(other),
  };
}

const nothing = emptyWebhook();
const ignored: Webhook = { ...nothing, ignored: 1 };

/** One WAHA can serve several linked phones and send the events of all to one address. */
export function isOfAnotherSession(body: unknown, session: string): boolean {
  const read = z.object({ session: z.string() }).safeParse(body);
  return read.success && read.data.session !== session;
}

/** The ids of the chat of a message or echo. https://waha.devlike.pro/docs/how-to/contacts/#api---lids */
export function chatIdsOf(body: unknown): ChatIds {
  const read = z.object({ payload: chatMessage }).safeParse(body);
  return read.success ? idsOf(read.data.payload) : { digits: null, lid: null };
}

/** The fields of an event that `readWahaEvent` reads: engines add others, such as the message that is quoted. */
export function storedEvent(body: unknown): object | null {
  const read = envelope.safeParse(body).data;
  if (read === undefined) return null;
  const schema = read.event === "message.ack" ? acknowledgement : chatMessage;
  return { ...read, payload: schema.safeParse(read.payload).data ?? {} };
}

/** @param lookedUp  digits of the number behind the LID that `chatIdsOf` returns, or null when unknown */
export function readWahaEvent(body: unknown, lookedUp: string | null = null): Webhook {
  const read = envelope.safeParse(body);
  if (!read.success) return ignored;
  const { event, timestamp, payload } = read.data;
  const at = timestamp === undefined ? undefined : new Date(timestamp);
  switch (event) {
    case "message":
    case "message.any":
      return readChatMessage(event, payload, lookedUp);
    // An edited message counts like a new one: a person may change it to STOP. Its own time can be that of the first text.
    case "message.edited":
      return readChatMessage(event, payload, lookedUp, at);
    case "message.ack":
      return readStatus(payload, at);
    default:
      return unused.has(event) ? nothing : ignored;
  }
}

function readChatMessage(
  event: string,
  payload: unknown,
  lookedUp: string | null,
  editedAt?: Date,
): Webhook {
  const read = chatMessage.safeParse(payload);
  if (!read.success) return ignored;
  const { id, fromMe, timestamp, body, textHash, hasMedia } = read.data;
  const mayBeEcho = event === "message.any";
  // Messages from phones come as `message` too, and are read there.
  if (fromMe !== mayBeEcho) return mayBeEcho ? nothing : ignored;
  const digits = idsOf(read.data).digits ?? lookedUp;
  if (digits === null) return ignored;
  const messageId = bareMessageId(id);
  const at = editedAt ?? new Date(timestamp * 1_000);
  if (mayBeEcho) {
    // WAHA may report a voice note without its media.
    const echo: Echo = { messageId, to: digits, at, textHash: hasMedia ? null : textHash };
    return { ...nothing, echoes: [echo] };
  }
  const media = hasMedia ? { media: true } : {};
  return {
    ...nothing,
    messages: [{ id: messageId, from: digits, at, text: body ?? "", ...media }],
  };
}

function readStatus(payload: unknown, at: Date | undefined): Webhook {
  const read = acknowledgement.safeParse(payload);
  if (!read.success) return ignored;
  const { id, fromMe, ack, timestamp } = read.data;
  const status = acks[ack];
  const when = at ?? (timestamp === undefined ? undefined : new Date(timestamp * 1_000));
  // 0: the message waits in the linked phone.
  if (!fromMe || ack === 0) return nothing;
  if (status === undefined || when === undefined) return ignored;
  // WAHA gives no reason for a failure, so the message is not retried.
  const failure = status === "failed" ? { action: "message" as const } : {};
  const report = { messageId: bareMessageId(id), status, at: when, code: 0, ...failure };
  return { ...nothing, statuses: [report] };
}
