import { createHmac } from "node:crypto";
import type { Config } from "../config.ts";
import { userIdOf } from "../phone/phone.ts";
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
    const senders = new Map(messages.map((item) => [item.from, item]));
    const values = [
      { statuses: statuses.map(statusOf) },
      {
        contacts: [...senders.values()].map(({ from, numberHidden }) => ({
          profile: { name: "Camille" },
          ...(numberHidden ? {} : { wa_id: from }),
          user_id: userIdOf(from),
        })),
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
    ...(item.numberHidden ? {} : { recipient_id: item.recipient }),
    recipient_user_id: userIdOf(item.recipient),
    ...(item.status === "played" ? {} : { pricing }),
    biz_opaque_callback_data: item.callbackData,
  };
}

function messageOf(item: Extract<WebhookItem, { kind: "message" }>, config: Config) {
  const { message, from, numberHidden } = item;
  const base = {
    ...(numberHidden ? {} : { from }),
    from_user_id: userIdOf(from),
    id: message.id,
    timestamp: seconds(message.at),
  };
  if (!message.replyTo) return { ...base, type: "text", text: { body: message.text ?? "" } };
  const { id, kind, button } = message.replyTo;
  const reply =
    kind === "button"
      ? { button: { payload: button.id, text: button.title } }
      : { interactive: { type: "button_reply", button_reply: button } };
  return { ...base, context: { from: config.WHATSAPP_BUSINESS_NUMBER, id }, type: kind, ...reply };
}
