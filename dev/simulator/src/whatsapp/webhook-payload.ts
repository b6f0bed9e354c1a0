import { createHmac } from "node:crypto";
import type { Message, Status } from "../phone/phone.ts";

/** An event that the provider sends to the business. */
export type WebhookItem =
  | {
      kind: "status";
      id: string;
      status: Status;
      at: number;
      recipient: string;
      category: "service" | "utility";
      callbackData?: string;
    }
  | { kind: "message"; from: string; name: string; message: Message }
  /** A message of the business itself. Only linked phones send this event. */
  | { kind: "echo"; to: string; message: Message };

/** Webhook format of a provider. */
export interface WebhookFormat {
  /** Maximum number of items per call. */
  maxItems: number;
  sends(item: WebhookItem): boolean;
  body(items: WebhookItem[]): string;
  /** Headers with the signature of the body. */
  signatureHeaders(body: string): Record<string, string>;
}

export interface Account {
  phoneNumberId: string;
  businessNumber: string;
}

/** The WhatsApp Business Account that the simulated number belongs to. */
const ACCOUNT_ID = "200000000000001";

/**
 * The body of one webhook call in the Cloud API's format. Statuses and messages are in separate changes.
 */
function webhookBody(items: WebhookItem[], account: Account): string {
  const statuses = items.filter((item) => item.kind === "status");
  const messages = items.filter((item) => item.kind === "message");
  const frame = {
    messaging_product: "whatsapp",
    metadata: {
      display_phone_number: account.businessNumber,
      phone_number_id: account.phoneNumberId,
    },
  };
  const values = [
    ...(statuses.length > 0 ? [{ ...frame, statuses: statuses.map(statusOf) }] : []),
    ...(messages.length > 0
      ? [
          {
            ...frame,
            contacts: contactsOf(messages),
            messages: messages.map((item) => messageOf(item, account)),
          },
        ]
      : []),
  ];
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: ACCOUNT_ID, changes: values.map((value) => ({ value, field: "messages" })) }],
  });
}

export const cloudApiFormat = (account: Account, appSecret: string): WebhookFormat => ({
  maxItems: 100,
  sends: ({ kind }) => kind !== "echo",
  body: (items) => webhookBody(items, account),
  signatureHeaders: (body) => ({ "x-hub-signature-256": signature(body, appSecret) }),
});

/** `X-Hub-Signature-256` of the body. */
function signature(body: string, appSecret: string): string {
  return `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
}

const seconds = (epochMs: number) => String(Math.floor(epochMs / 1000));

function statusOf(item: Extract<WebhookItem, { kind: "status" }>) {
  return {
    id: item.id,
    status: item.status,
    timestamp: seconds(item.at),
    recipient_id: item.recipient,
    ...(item.status === "played"
      ? {}
      : {
          pricing: {
            billable: item.category !== "service",
            pricing_model: "PMP",
            category: item.category,
            type: item.category === "service" ? "free_customer_service" : "regular",
          },
        }),
    ...(item.callbackData === undefined ? {} : { biz_opaque_callback_data: item.callbackData }),
  };
}

function contactsOf(items: Extract<WebhookItem, { kind: "message" }>[]) {
  const names = new Map(items.map((item) => [item.from, item.name]));
  return [...names].map(([wa_id, name]) => ({ profile: { name }, wa_id }));
}

function messageOf(item: Extract<WebhookItem, { kind: "message" }>, account: Account) {
  const { message, from } = item;
  const base = { from, id: message.id, timestamp: seconds(message.at) };
  if (!message.replyTo) return { ...base, type: "text", text: { body: message.text ?? "" } };
  const { id, kind, button } = message.replyTo;
  const reply = { ...base, context: { from: account.businessNumber, id } };
  return kind === "button"
    ? { ...reply, type: "button", button: { payload: button.id, text: button.title } }
    : {
        ...reply,
        type: "interactive",
        interactive: { type: "button_reply", button_reply: { id: button.id, title: button.title } },
      };
}
