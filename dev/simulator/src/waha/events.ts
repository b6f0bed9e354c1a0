import { createHmac, randomUUID } from "node:crypto";
import type { Config } from "../config.ts";
import type { Message, Status } from "../phone/phone.ts";
import type { WebhookFormat, WebhookItem } from "../whatsapp/webhooks.ts";

const acks: Record<Status, { ack: number; ackName: string }> = {
  sent: { ack: 1, ackName: "SERVER" },
  delivered: { ack: 2, ackName: "DEVICE" },
  read: { ack: 3, ackName: "READ" },
  played: { ack: 4, ackName: "PLAYED" },
};

export const chatOf = (digits: string): string => `${digits}@c.us`;

/** The id under which the linked phone hides this number. */
export const lidOf = (digits: string): string => `1000${digits}@lid`;

export const ownAccount = (config: Config) => ({
  id: chatOf(config.WHATSAPP_BUSINESS_NUMBER),
  pushName: "Matinale (simulated)",
});

/** `true_` for messages that the linked phone sent, `false_` for messages that it received. */
const wahaId = (fromMe: boolean, digits: string, id: string): string =>
  `${fromMe}_${chatOf(digits)}_${id}`;

/** A message in WAHA's format, for responses and events. */
export function wahaMessage(message: Message, digits: string, own: string) {
  const fromMe = message.direction === "out";
  return {
    id: wahaId(fromMe, digits, message.id),
    timestamp: Math.floor(message.at / 1000),
    from: chatOf(fromMe ? own : digits),
    fromMe,
    to: chatOf(fromMe ? digits : own),
    body: message.text ?? "",
    hasMedia: message.audio !== undefined,
    ...acks[message.status],
  };
}

/** WAHA's events: one per call, with an HMAC-SHA-512 over the body. */
export const wahaFormat = (config: Config, now: () => number): WebhookFormat => ({
  maxItems: 1,
  sends: () => true,
  body: ([item]) =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      timestamp: now(),
      session: config.WAHA_SESSION,
      engine: "SIMULATED",
      me: ownAccount(config),
      environment: { version: "simulated", engine: "SIMULATED", tier: "SIMULATED" },
      ...(item && eventOf(item, config.WHATSAPP_BUSINESS_NUMBER)),
    }),
  signatureHeaders: (body) => ({
    "x-webhook-request-id": randomUUID(),
    "x-webhook-timestamp": String(now()),
    "x-webhook-hmac-algorithm": "sha512",
    "x-webhook-hmac": createHmac("sha512", config.WAHA_HMAC_KEY).update(body).digest("hex"),
  }),
});

function eventOf(item: WebhookItem, own: string): { event: string; payload: object } {
  switch (item.kind) {
    case "message":
      return { event: "message", payload: wahaMessage(item.message, item.from, own) };
    case "echo":
      return { event: "message.any", payload: wahaMessage(item.message, item.to, own) };
    case "status":
      return {
        event: "message.ack",
        payload: {
          id: wahaId(true, item.recipient, item.id),
          from: chatOf(own),
          to: chatOf(item.recipient),
          participant: null,
          fromMe: true,
          ...acks[item.status],
        },
      };
  }
}
