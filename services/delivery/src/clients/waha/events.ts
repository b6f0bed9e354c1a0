import { z } from "zod";
import {
  type Echo,
  emptyWebhook,
  type Inbound,
  type StatusReport,
  type Webhook,
} from "../../domain/channel/inbound.ts";

/**
 * Events of WAHA (https://waha.devlike.pro/docs/how-to/events), one in each call. `message`: a phone has
 * written. `message.any`: the same, and echoes of our own messages. `message.ack`: a status of our message.
 */
const envelope = z.object({
  event: z.string(),
  /** Milliseconds; older versions have none. */
  timestamp: z.number().int().positive().optional(),
  payload: z.looseObject({}),
});

const seconds = z.number().int().positive();
const chatMessage = z.object({
  id: z.string().min(1).max(256),
  timestamp: seconds,
  from: z.string(),
  to: z.string().nullish(),
  fromMe: z.boolean(),
  body: z.string().nullish(),
  hasMedia: z.boolean().default(false),
  /** Raw data of the engine. One engine gives here the number of a chat that hides it. */
  _data: z
    .looseObject({ key: z.looseObject({ remoteJidAlt: z.string().nullish() }).optional() })
    .nullish(),
});
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

/** Digits of a chat with one person, or null: groups, channels and hidden numbers have no phone. */
export const digitsOfChat = (chatId: string | null | undefined): string | null =>
  /^(\d{5,20})@(?:c\.us|s\.whatsapp\.net)$/.exec(chatId ?? "")?.[1] ?? null;

/** For our own messages WEBJS gives the chat in `to`; NOWEB and GOWS give it in `from`, without `to`. */
const chatOf = (from: string, to: string | null | undefined, fromMe: boolean): string =>
  fromMe ? (to ?? from) : from;

const nothing = emptyWebhook();
const ignored: Webhook = { ...nothing, ignored: 1 };

/** One WAHA can serve several linked phones and send the events of all to one address. */
export function isOfAnotherSession(body: unknown, session: string): boolean {
  const read = z.object({ session: z.string() }).safeParse(body);
  return read.success && read.data.session !== session;
}

/**
 * The chat of an event, if its id hides the number (`…@lid`) and the engine does not give the number
 * elsewhere. https://waha.devlike.pro/docs/how-to/contacts/#api---lids
 */
export function hiddenChatOf(body: unknown): string | null {
  const read = z.object({ payload: chatMessage }).safeParse(body);
  if (!read.success) return null;
  const { from, to, fromMe, _data } = read.data.payload;
  const chat = chatOf(from, to, fromMe);
  return chat?.endsWith("@lid") && digitsOfChat(_data?.key?.remoteJidAlt) === null ? chat : null;
}

/** @param lookedUp  digits of the number behind the chat that `hiddenChatOf` returns, or null when unknown */
export function readWahaEvent(body: unknown, lookedUp: string | null = null): Webhook {
  const read = envelope.safeParse(body);
  if (!read.success) return ignored;
  const { event, timestamp, payload } = read.data;
  const at = timestamp === undefined ? undefined : new Date(timestamp);
  switch (event) {
    case "message":
      return readMessage(payload, lookedUp);
    case "message.any":
      return readEcho(payload, lookedUp);
    case "message.ack":
      return readStatus(payload, at);
    default:
      return unused.has(event) ? nothing : ignored;
  }
}

function readMessage(payload: unknown, lookedUp: string | null): Webhook {
  const read = chatMessage.safeParse(payload);
  if (!read.success) return ignored;
  const { id, from, fromMe, timestamp, body, hasMedia, _data } = read.data;
  const digits = digitsOfChat(from) ?? hiddenNumber(from, _data, lookedUp);
  if (fromMe || digits === null) return ignored;
  const at = new Date(timestamp * 1_000);
  const message: Inbound = {
    id: bareMessageId(id),
    from: digits,
    at,
    text: body ?? "",
    ...(hasMedia ? { media: true } : {}),
  };
  return { ...nothing, messages: [message] };
}

function readEcho(payload: unknown, lookedUp: string | null): Webhook {
  const read = chatMessage.safeParse(payload);
  if (!read.success) return ignored;
  const { id, from, to, fromMe, timestamp, body, hasMedia, _data } = read.data;
  // Messages from phones come as `message` too, and are read there.
  if (!fromMe) return nothing;
  const chat = chatOf(from, to, fromMe);
  const digits = digitsOfChat(chat) ?? hiddenNumber(chat, _data, lookedUp);
  if (digits === null) return ignored;
  const echo: Echo = {
    messageId: bareMessageId(id),
    to: digits,
    at: new Date(timestamp * 1_000),
    text: hasMedia ? null : (body ?? ""),
  };
  return { ...nothing, echoes: [echo] };
}

const hiddenNumber = (
  chat: string | null | undefined,
  engine: z.infer<typeof chatMessage>["_data"],
  lookedUp: string | null,
): string | null =>
  chat?.endsWith("@lid") ? (digitsOfChat(engine?.key?.remoteJidAlt) ?? lookedUp) : null;

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
