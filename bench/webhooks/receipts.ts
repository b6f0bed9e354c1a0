import { asUserId } from "@matinale/contracts";
import type { Connection } from "mongoose";
import { type Delivery, rank } from "../../services/delivery/src/domain/delivery/delivery.ts";
import { priority } from "../../services/delivery/src/domain/delivery/priority.ts";
import { signed } from "../../dev/simulator/src/testing/webhook-receiver.ts";
import type { LoadRequest } from "../harness/load.ts";

const parts = { text0: "text", voice0: "voice" } as const;
const statuses = ["sent", "delivered", "read"] as const;
type PartId = keyof typeof parts;

const idOf = (stamp: string, number: number) => `${stamp}-${number}`;
const messageIdOf = (id: string, part: PartId) => `wamid.${id}.${part}`;

/** A digest whose two messages the provider accepted. */
function accepted(stamp: string, number: number, at: Date): Delivery {
  const id = idOf(stamp, number);
  const part = (name: PartId) => ({
    form: parts[name],
    rank: rank.sent,
    attempt: 1,
    startedAt: at,
    acceptedAt: at,
    messageId: messageIdOf(id, name),
  });
  return {
    _id: id,
    userId: asUserId(`bench-${id}`),
    kind: "digest",
    manual: false,
    phase: "done",
    plannedFor: at,
    dueAt: at,
    createdAt: at,
    composedAt: at,
    language: "fr",
    categories: ["politics"],
    coveredCategories: ["politics"],
    stories: 1,
    texts: ["Votre digest. ".repeat(60)],
    audio: [],
    parts: { text0: part("text0"), voice0: part("voice0") },
    messageIds: [messageIdOf(id, "text0"), messageIdOf(id, "voice0")],
    priority: priority.edition,
    version: 7,
  };
}

export async function seedAccepted(
  connection: Connection,
  stamp: string,
  from: number,
  count: number,
): Promise<void> {
  const at = new Date();
  const some = Array.from({ length: count }, (_, index) => ({
    ...accepted(stamp, from + index, at),
    outbox: [],
  }));
  await connection.collection("deliveries").insertMany(some as never[], { ordered: false });
}

export const readDigests = (connection: Connection): Promise<number> =>
  connection
    .collection("deliveries")
    .countDocuments({ "parts.text0.rank": rank.read, "parts.voice0.rank": rank.read });

/**
 * The provider's webhook calls about these digests: three statuses for each message, one in each call, as on a quiet
 * day. Every tenth call is repeated.
 */
export function receiptsOf(
  stamp: string,
  from: number,
  count: number,
  target: { port: number; env: NodeJS.ProcessEnv },
): LoadRequest[] {
  const { WHATSAPP_PHONE_NUMBER_ID: sender = "", WHATSAPP_APP_SECRET: secret = "" } = target.env;
  const bodies = Array.from({ length: count }, (_, index) => idOf(stamp, from + index)).flatMap(
    (id) =>
      (Object.keys(parts) as PartId[]).flatMap((part) =>
        statuses.map((status) => bodyOf(sender, id, part, status)),
      ),
  );
  const again = bodies.filter((_, index) => index % 10 === 9);
  return [...bodies, ...again].toReversed().map((body) => ({
    port: target.port,
    path: "/webhooks/whatsapp",
    method: "POST" as const,
    body,
    headers: { "x-hub-signature-256": signed(body, secret) },
  }));
}

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples */
const bodyOf = (sender: string, id: string, part: PartId, status: string): string =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "102290129340398",
        changes: [
          {
            field: "messages",
            value: {
              messaging_product: "whatsapp",
              metadata: { display_phone_number: "33700000000", phone_number_id: sender },
              statuses: [
                {
                  id: messageIdOf(id, part),
                  status,
                  timestamp: String(Math.floor(Date.now() / 1_000)),
                  recipient_id: "33600000000",
                  biz_opaque_callback_data: `${id}:${part}`,
                  conversation: { id: "c0ffee", origin: { type: "service" } },
                  pricing: { billable: false, pricing_model: "PMP", category: "service" },
                },
              ],
            },
          },
        ],
      },
    ],
  });
