import { LRUCache } from "lru-cache";
import { z } from "zod";
import { plainWords } from "../../domain/conversation/templates.ts";
import type { Action, Answer, Message, WhatsApp } from "../../domain/channel/whatsapp.ts";
import {
  actionForStatus,
  answerToFailedCall,
  type HttpAnswer,
  providerHttp,
} from "../provider-http.ts";
import type { MediaSource } from "../media-source.ts";
import { bareMessageId, digitsOfChat } from "./events.ts";

/** Few, because a linked phone sends one message after the other. */
const connections = 8;
const voiceMime = "audio/ogg; codecs=opus";
const numberKnownMs = 24 * 3_600_000;
const keptNumbers = 10_000;
/** Voice notes kept in memory: equal digests share one. */
const keptVoiceNotes = 16;

/** The answer to a sent message. Its id is in one of these forms, depending on the engine. */
const accepted = z.union([
  z.object({ id: z.string().min(1) }),
  z.object({ id: z.object({ _serialized: z.string().min(1) }) }),
  z.object({ key: z.object({ id: z.string().min(1) }) }),
]);
/** A session that is not linked: nothing can be sent until an operator scans its QR code. */
const notWorking = z.object({ status: z.enum(["STOPPED", "STARTING", "SCAN_QR_CODE", "FAILED"]) });
const existence = z.object({ numberExists: z.boolean(), chatId: z.string().optional() });
const sessionState = z.object({ status: z.string() });
const hiddenNumber = z.object({ pn: z.string().nullish() });

const idOf = (answer: unknown): string | null => {
  const read = accepted.safeParse(answer);
  if (!read.success) return null;
  if ("key" in read.data) return read.data.key.id;
  const { id } = read.data;
  return bareMessageId(typeof id === "string" ? id : id._serialized);
};

/** Looks up the number behind a chat id that hides it. */
interface NumberLookup {
  /** @returns digits of the number, or null when it is unknown. @throws when WAHA does not answer */
  numberOf(hiddenChat: string): Promise<string | null>;
}

/**
 * A linked phone by WAHA, the WhatsApp HTTP API (https://waha.devlike.pro). It has no templates, no window,
 * no buttons and no media upload: templates and buttons are sent as text, a voice note with its message.
 */
export function waha(
  config: { WAHA_URL: string; WAHA_API_KEY: string; WAHA_SESSION: string },
  media: MediaSource,
): WhatsApp & NumberLookup & { close(): Promise<void> } {
  const { WAHA_SESSION: session, WAHA_API_KEY: key } = config;
  const root = `${config.WAHA_URL.replace(/\/+$/, "")}/api`;
  const { call, close } = providerHttp(root, connections, { "x-api-key": key });

  /** Chats by number; false when the number is not on WhatsApp. */
  const chats = new LRUCache<string, string | false>({ max: keptNumbers, ttl: numberKnownMs });

  /** The chat of a number. Looked up once a day; if the lookup fails, the message is sent anyway. */
  const chatOf = async (digits: string): Promise<string | false> => {
    const known = chats.get(digits);
    if (known !== undefined) return known;
    const query = new URLSearchParams({ phone: digits, session });
    const { status, answer } = await call("GET", `/contacts/check-exists?${query}`);
    const read = existence.safeParse(answer);
    if (status >= 300 || !read.success) return `${digits}@c.us`;
    const chat = read.data.numberExists ? (read.data.chatId ?? `${digits}@c.us`) : false;
    chats.set(digits, chat);
    return chat;
  };

  /** Digits of the numbers behind chats that hide them. */
  const numbers = new LRUCache<string, string>({
    max: keptNumbers,
    ttl: numberKnownMs,
    fetchMethod: async (hiddenChat) => {
      const path = `/${encodeURIComponent(session)}/lids/${encodeURIComponent(hiddenChat)}`;
      const { status, answer } = await call("GET", path);
      if (status >= 500)
        throw new Error(`looking up the number of a chat failed: status ${status}`);
      return digitsOfChat(hiddenNumber.safeParse(answer).data?.pn) ?? undefined;
    },
  });

  /** Bytes in base64 by media key, read once for all recipients; none when they are deleted. */
  const voiceNotes = new LRUCache<string, string>({
    max: keptVoiceNotes,
    fetchMethod: async (mediaKey) => {
      const bytes = await media.bytes(mediaKey);
      return bytes === null ? undefined : Buffer.from(bytes).toString("base64");
    },
  });

  const contentOf = async (message: Message): Promise<[path: string, body: object] | null> => {
    if (message.form !== "voice") {
      return ["/sendText", { text: plainWords(message), linkPreview: false }];
    }
    const data = await voiceNotes.fetch(message.mediaId);
    return data === undefined ? null : ["/sendVoice", { file: { mimetype: voiceMime, data } }];
  };

  return {
    abilities: { window: false, writesFirst: false },

    send: async (to, message): Promise<Answer> => {
      let ready: { chatId: string; path: string; body: object };
      try {
        const [chatId, content] = await Promise.all([chatOf(to), contentOf(message)]);
        if (chatId === false) return { outcome: "refused", action: "recipient", code: 0 };
        if (content === null) return { outcome: "refused", action: "media", code: 0 };
        const [path, body] = content;
        ready = { chatId, path, body };
      } catch {
        // Nothing was sent yet.
        return { outcome: "refused", action: "retry", code: 0 };
      }
      try {
        const { chatId, path, body } = ready;
        return answerOf(await call("POST", path, { session, chatId, ...body }));
      } catch (error) {
        return answerToFailedCall(error);
      }
    },

    // Uploads nothing: the voice note is sent with its message, read by its key.
    uploadMedia: (_bytes, _mime, mediaKey) =>
      Promise.resolve({ outcome: "uploaded", mediaId: mediaKey }),

    numberOf: async (hiddenChat) => (await numbers.fetch(hiddenChat)) ?? null,

    health: async (): Promise<boolean> => {
      try {
        const { status, answer } = await call("GET", `/sessions/${encodeURIComponent(session)}`);
        return status < 300 && sessionState.safeParse(answer).data?.status === "WORKING";
      } catch {
        return false;
      }
    },

    close,
  };
}

function answerOf({ status, answer, retry }: HttpAnswer): Answer {
  if (status < 300) {
    const messageId = idOf(answer);
    return messageId === null ? { outcome: "uncertain" } : { outcome: "accepted", messageId };
  }
  // The engine failed while it was sending: the message may have been sent.
  if (status === 500 || status === 502 || status === 504) return { outcome: "uncertain" };
  return {
    outcome: "refused",
    action: actionOf(status, answer),
    code: status,
    ...retry,
  };
}

const actionOf = (status: number, answer: unknown): Action =>
  status === 404 || (status === 422 && notWorking.safeParse(answer).success)
    ? "sender"
    : actionForStatus(status);
