import { z } from "zod";
import {
  type Echo,
  emptyWebhook,
  type Inbound,
  type StatusReport,
  type Webhook,
} from "../../domain/channel/inbound.ts";

/**
 * Events of WAHA (https://waha.devlike.pro/docs/how-to/events): one a call. `message` is what somebody
 * writes, `message.any` also what our own number has said, `message.ack` how far that has come.
 */
const envelope = z.object({
  event: z.string(),
  /** Milliseconds; older versions have none. */
  timestamp: z.number().int().positive().optional(),
  payload: z.looseObject({}),
});

const seconds = z.number().int().positive();
const written = z.object({
  id: z.string().min(1).max(256),
  timestamp: seconds,
  from: z.string(),
  to: z.string().nullish(),
  fromMe: z.boolean(),
  body: z.string().nullish(),
  hasMedia: z.boolean().default(false),
  /** What the engine itself says. One of them names the number of a chat that hides it. */
  _data: z
    .looseObject({ key: z.looseObject({ remoteJidAlt: z.string().nullish() }).optional() })
    .nullish(),
});
const acknowledged = z.object({
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
/** Known, and without a consequence here. */
const idle = new Set(["session.status", "state.change", "engine.event"]);

/** `true_33612345678@c.us_3EB0…` names the same message as `3EB0…`: engines differ in which one they give. */
export const bareMessageId = (id: string): string =>
  /^(?:true|false)_[^_]+_([^_]+)/.exec(id)?.[1] ?? id;

/** Digits of a chat with one person, or null: groups, channels and hidden numbers have no phone. */
export const digitsOfChat = (chatId: string | null | undefined): string | null =>
  /^(\d{5,20})@(?:c\.us|s\.whatsapp\.net)$/.exec(chatId ?? "")?.[1] ?? null;

/** WEBJS names the chat of our own words in `to`; NOWEB and GOWS in `from`, without `to`. */
const chatOf = (from: string, to: string | null | undefined, fromMe: boolean): string =>
  fromMe ? (to ?? from) : from;

const nothing = emptyWebhook;
const unknown: Webhook = { ...nothing, ignored: 1 };

/** One WAHA serves several linked phones, and may send the events of all to one address. */
export function isOfAnotherSession(body: unknown, session: string): boolean {
  const read = z.object({ session: z.string() }).safeParse(body);
  return read.success && read.data.session !== session;
}

/**
 * The chat that an event is about, when it hides its number (`…@lid`) and the engine does not say which
 * it is. https://waha.devlike.pro/docs/how-to/contacts/#api---lids
 */
export function hiddenChatOf(body: unknown): string | null {
  const read = z.object({ payload: written }).safeParse(body);
  if (!read.success) return null;
  const { from, to, fromMe, _data } = read.data.payload;
  const chat = chatOf(from, to, fromMe);
  return chat?.endsWith("@lid") && digitsOfChat(_data?.key?.remoteJidAlt) === null ? chat : null;
}

/** @param found  digits of the number that hiddenChatOf asks for, if anybody knows them */
export function readWahaEvent(body: unknown, found: string | null = null): Webhook {
  const read = envelope.safeParse(body);
  if (!read.success) return unknown;
  const { event, timestamp, payload } = read.data;
  const at = timestamp === undefined ? undefined : new Date(timestamp);
  switch (event) {
    case "message":
      return heard(payload, found);
    case "message.any":
      return echoed(payload, found);
    case "message.ack":
      return acked(payload, at);
    default:
      return idle.has(event) ? nothing : unknown;
  }
}

function heard(payload: unknown, found: string | null): Webhook {
  const read = written.safeParse(payload);
  if (!read.success) return unknown;
  const { id, from, fromMe, timestamp, body, _data } = read.data;
  const digits = digitsOfChat(from) ?? hidden(from, _data, found);
  if (fromMe || digits === null) return unknown;
  const at = new Date(timestamp * 1_000);
  const message: Inbound = { id: bareMessageId(id), from: digits, at, text: body ?? "" };
  return { ...nothing, messages: [message] };
}

function echoed(payload: unknown, found: string | null): Webhook {
  const read = written.safeParse(payload);
  if (!read.success) return unknown;
  const { id, from, to, fromMe, timestamp, body, hasMedia, _data } = read.data;
  // What others write comes as `message` as well.
  if (!fromMe) return nothing;
  const chat = chatOf(from, to, fromMe);
  const digits = digitsOfChat(chat) ?? hidden(chat, _data, found);
  if (digits === null) return unknown;
  const echo: Echo = {
    messageId: bareMessageId(id),
    to: digits,
    at: new Date(timestamp * 1_000),
    text: hasMedia ? null : (body ?? ""),
  };
  return { ...nothing, echoes: [echo] };
}

const hidden = (
  chat: string | null | undefined,
  engine: z.infer<typeof written>["_data"],
  found: string | null,
): string | null =>
  chat?.endsWith("@lid") ? (digitsOfChat(engine?.key?.remoteJidAlt) ?? found) : null;

function acked(payload: unknown, at: Date | undefined): Webhook {
  const read = acknowledged.safeParse(payload);
  if (!read.success) return unknown;
  const { id, fromMe, ack, timestamp } = read.data;
  const status = acks[ack];
  const when = at ?? (timestamp === undefined ? undefined : new Date(timestamp * 1_000));
  // Zero: it waits in the linked phone.
  if (!fromMe || ack === 0) return nothing;
  if (status === undefined || when === undefined) return unknown;
  // WAHA says that a message failed, and not why: the same one may fail again.
  const failure = status === "failed" ? { action: "message" as const } : {};
  const report = { messageId: bareMessageId(id), status, at: when, code: 0, ...failure };
  return { ...nothing, statuses: [report] };
}
