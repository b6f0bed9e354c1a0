import type { Logger } from "@matinale/kit";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { plainWords } from "../../domain/conversation/templates.ts";
import type { Lids } from "../../domain/channel/lids.ts";
import type { RefusalKind, Answer, Message, WhatsApp } from "../../domain/channel/whatsapp.ts";
import {
  actionForStatus,
  answerToFailedCall,
  type HttpAnswer,
  providerHttp,
} from "../provider-http.ts";
import type { MediaSource } from "../media-source.ts";
import { bareMessageId, digitsOfChat, lidOfChat } from "./events.ts";

/** Few, because a linked phone sends one message after the other. */
const connections = 8;
const voiceMime = "audio/ogg; codecs=opus";
const numberKnownMs = 24 * 3_600_000;
const keptNumbers = 10_000;

/** The answer to a sent message. Its id is in one of these forms, depending on the engine. */
const accepted = z.union([
  z.object({ id: z.string().min(1) }).transform(({ id }) => id),
  z
    .object({ id: z.object({ _serialized: z.string().min(1) }) })
    .transform(({ id }) => id._serialized),
  z.object({ key: z.object({ id: z.string().min(1) }) }).transform(({ key }) => key.id),
]);
/** The state of the session. A refusal names it when the session is not linked: an operator must link it. */
const withStatus = z.object({ status: z.string() });
/** The answer to a call that this version or engine of WAHA does not have. */
const unavailable = z.object({
  message: z.string().regex(/available only in Plus|not implemented by/i),
});
const existence = z.object({ numberExists: z.boolean(), chatId: z.string().optional() });
const lidAndNumber = z.object({ lid: z.string().nullish(), pn: z.string().nullish() });

const idOf = (answer: unknown): string | null => {
  const id = accepted.safeParse(answer).data;
  return id === undefined ? null : bareMessageId(id);
};

/**
 * A linked phone by WAHA, the WhatsApp HTTP API (https://waha.devlike.pro). It has no templates, no window,
 * no buttons and no media upload: templates and buttons are sent as text, a voice note with its message.
 */
export function waha(
  config: { WAHA_URL: string; WAHA_API_KEY: string; WAHA_SESSION: string },
  media: MediaSource,
  { lids, logger, brand }: { lids: Lids; logger: Logger; brand: string },
): WhatsApp & {
  /** @returns digits of the number behind a LID, or null when it is unknown. @throws when WAHA does not answer */
  numberOf(lid: string): Promise<string | null>;
  close(): Promise<void>;
} {
  const { WAHA_SESSION: session, WAHA_API_KEY: key } = config;
  const root = `${config.WAHA_URL.replace(/\/+$/, "")}/api`;
  const { call, close } = providerHttp(root, connections, { "x-api-key": key });

  /** Chats by number; false when the number is not on WhatsApp. WhatsApp blocks phones that look up too many numbers. */
  const chats = new LRUCache<string, string | false>({
    max: keptNumbers,
    ttl: numberKnownMs,
    fetchMethod: async (digits) => {
      const query = new URLSearchParams({ phone: digits, session });
      const { status, answer } = await call("GET", `/contacts/check-exists?${query}`);
      const read = existence.safeParse(answer).data;
      if (status >= 300 || read === undefined) return undefined;
      return read.numberExists && (read.chatId ?? `${digits}@c.us`);
    },
  });
  /** If the lookup fails, the message is sent anyway. */
  const chatOf = async (digits: string) => (await chats.fetch(digits)) ?? `${digits}@c.us`;

  const lookUp = async (path: string): Promise<z.infer<typeof lidAndNumber>> => {
    const { status, answer } = await call("GET", `/${encodeURIComponent(session)}/lids/${path}`);
    // 501: the engine has no such lookup.
    if (status >= 500 && status !== 501) {
      throw new Error(`looking up the number of a chat failed: status ${status}`);
    }
    return lidAndNumber.safeParse(answer).data ?? {};
  };

  const lidsOfNumbers = new LRUCache<string, string>({
    max: keptNumbers,
    ttl: numberKnownMs,
    fetchMethod: async (digits) => lidOfChat((await lookUp(`pn/${digits}`)).lid) ?? undefined,
  });

  /** Stores the LID of a recipient, so that a later STOP from it finds them. The next message tries again. */
  const storeLid = async (digits: string): Promise<void> => {
    try {
      const lid = await lidsOfNumbers.fetch(digits);
      if (lid !== undefined) await lids.rememberLid(lid, digits);
    } catch (error) {
      logger.warn({ err: error }, "storing the LID of a recipient failed, the message is sent");
    }
  };

  const contentOf = async (message: Message): Promise<[path: string, body: object] | null> => {
    if (message.form !== "voice") {
      return ["/sendText", { text: plainWords(message, brand), linkPreview: false }];
    }
    const bytes = await media.bytes(message.mediaId);
    if (bytes === null) return null;
    const data = Buffer.from(bytes).toString("base64");
    return ["/sendVoice", { file: { mimetype: voiceMime, data } }];
  };

  return {
    isLinkedPhone: true,

    send: async (to, message): Promise<Answer> => {
      const preparing = Promise.all([chatOf(to), contentOf(message), storeLid(to)]);
      const prepared = await preparing.catch(() => null);
      // Nothing was sent yet.
      if (prepared === null) return refused("retry");
      const [chatId, content] = prepared;
      if (chatId === false) return refused("recipient");
      if (content === null) return refused("media");
      const [path, body] = content;
      return call("POST", path, { session, chatId, ...body }).then(
        (answer) => answerOf(message.form, answer),
        answerToFailedCall,
      );
    },

    // Uploads nothing: the voice note is sent with its message, read by its key.
    uploadMedia: (_bytes, _mime, mediaKey) =>
      Promise.resolve({ outcome: "uploaded", mediaId: mediaKey }),

    numberOf: async (lid) => digitsOfChat((await lookUp(encodeURIComponent(lid))).pn),

    health: () =>
      call("GET", `/sessions/${encodeURIComponent(session)}`).then(
        ({ status, answer }) =>
          status < 300 && withStatus.safeParse(answer).data?.status === "WORKING",
        () => false,
      ),

    close,
  };
}

const refused = (action: RefusalKind): Answer => ({ outcome: "refused", action, code: 0 });

function answerOf(form: Message["form"], { status, answer, retry }: HttpAnswer): Answer {
  if (status < 300) {
    const messageId = idOf(answer);
    return messageId === null ? { outcome: "uncertain" } : { outcome: "accepted", messageId };
  }
  const lacking = unavailable.safeParse(answer);
  if (lacking.success) {
    const action = form === "voice" ? "voice_notes" : "sender";
    return { outcome: "refused", action, code: status, reason: lacking.data.message };
  }
  // The engine failed while it was sending: the message may have been sent.
  if (status === 500 || status === 502 || status === 504) return { outcome: "uncertain" };
  return { outcome: "refused", action: actionOf(status, answer), code: status, ...retry };
}

const actionOf = (status: number, answer: unknown): RefusalKind =>
  status === 404 || (status === 422 && withStatus.safeParse(answer).success)
    ? "sender"
    : actionForStatus(status);
