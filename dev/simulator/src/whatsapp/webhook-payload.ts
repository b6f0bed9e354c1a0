import { createHmac } from "node:crypto";
import type { Config } from "../config.ts";
import type { WebhookFormat, WebhookItem } from "./webhooks.ts";

/** The WhatsApp Business Account that the simulated number belongs to. */
const ACCOUNT_ID = "200000000000001";

/** Webhooks of the Cloud API, with `X-Hub-Signature-256`. Statuses and messages are in separate changes. */
export const cloudApiFormat = (config: Config): WebhookFormat => ({
  maxItems: 100,
  sends: ({ kind }) => kind !== "echo",
  body: (items) => {
    const statuses = items.filter((item) => item.kind === "status");
    const messages = items.filter((item) => item.kind === "message");
    const names = new Map(messages.map(({ from, name }) => [from, name]));
    const values = [
      { statuses: statuses.map(statusOf) },
      {
        contacts: [...names].map(([wa_id, name]) => ({ profile: { name }, wa_id })),
        messages: messages.map((item) => messageOf(item, config)),
      },
    ].filter((value) => Object.values(value).some(({ length }) => length > 0));
    const frame = {
      messaging_product: "whatsapp",
      metadata: {
        display_phone_number: config.WHATSAPP_BUSINESS_NUMBER,
        phone_number_id: config.WHATSAPP_PHONE_NUMBER_ID,
      },
    };
    const changes = values.map((value) => ({ value: { ...frame, ...value }, field: "messages" }));
    return JSON.stringify({
      object: "whatsapp_business_account",
      entry: [{ id: ACCOUNT_ID, changes }],
    });
  },
  signatureHeaders: (body) => {
    const hmac = createHmac("sha256", config.WHATSAPP_APP_SECRET).update(body);
    return { "x-hub-signature-256": `sha256=${hmac.digest("hex")}` };
  },
});

const seconds = (epochMs: number) => String(Math.floor(epochMs / 1000));

function statusOf(item: Extract<WebhookItem, { kind: "status" }>) {
  const isFree = item.category === "service";
  const pricing = {
    billable: !isFree,
    pricing_model: "PMP",
    category: item.category,
    type: isFree ? "free_customer_service" : "regular",
  };
  return {
    id: item.id,
    status: item.status,
    timestamp: seconds(item.at),
    recipient_id: item.recipient,
    ...(item.status === "played" ? {} : { pricing }),
    biz_opaque_callback_data: item.callbackData,
  };
}

function messageOf({ message, from }: Extract<WebhookItem, { kind: "message" }>, config: Config) {
  const base = { from, id: message.id, timestamp: seconds(message.at) };
  if (!message.replyTo) return { ...base, type: "text", text: { body: message.text ?? "" } };
  const { id, kind, button } = message.replyTo;
  const reply =
    kind === "button"
      ? { button: { payload: button.id, text: button.title } }
      : { interactive: { type: "button_reply", button_reply: button } };
  return { ...base, context: { from: config.WHATSAPP_BUSINESS_NUMBER, id }, type: kind, ...reply };
}
