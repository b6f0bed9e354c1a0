import { createHmac } from "node:crypto";
import type { Message, Status } from "../phone/phone.ts";

/** Something the provider tells the business. */
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
  /** What the business has said itself; told by linked phones only. */
  | { kind: "echo"; to: string; message: Message };

/** How a provider writes its webhook calls. */
export interface Dialect {
  /** Items in one call at most. */
  batch: number;
  tells(item: WebhookItem): boolean;
  body(items: WebhookItem[]): string;
  /** Headers that prove where the exact bytes come from. */
  signed(body: string): Record<string, string>;
}

export interface Account {
  phoneNumberId: string;
  businessNumber: string;
}

/** The WhatsApp Business Account that the simulated number belongs to. */
const ACCOUNT_ID = "200000000000001";

/**
 * The body of one webhook call, as the Cloud API writes it: one change per field and kind,
 * so that statuses and messages of a batch come in changes of their own.
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

export const cloudDialect = (account: Account, appSecret: string): Dialect => ({
  batch: 100,
  tells: ({ kind }) => kind !== "echo",
  body: (items) => webhookBody(items, account),
  signed: (body) => ({ "x-hub-signature-256": signature(body, appSecret) }),
});

/** `X-Hub-Signature-256` over the exact bytes that are sent. */
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
  if (!message.answers) return { ...base, type: "text", text: { body: message.text ?? "" } };
  const { id, kind, button } = message.answers;
  const answer = { ...base, context: { from: account.businessNumber, id } };
  return kind === "button"
    ? { ...answer, type: "button", button: { payload: button.id, text: button.title } }
    : {
        ...answer,
        type: "interactive",
        interactive: { type: "button_reply", button_reply: { id: button.id, title: button.title } },
      };
}
