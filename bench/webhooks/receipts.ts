import { asUserId } from "@matinale/contracts";
import type { Connection } from "mongoose";
import { type Delivery, rank } from "../../services/delivery/src/domain/delivery/delivery.ts";
import { readyDigest } from "../../services/delivery/src/testing/fixtures.ts";
import { readConfig } from "../../dev/simulator/src/config.ts";
import { cloudApiFormat } from "../../dev/simulator/src/whatsapp/webhook-payload.ts";
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
  // a delivery that is done waits for no worker
  const { workAt: _, ...digest } = readyDigest({
    _id: id,
    userId: asUserId(`bench-${id}`),
    phase: "done",
    plannedFor: at,
    dueAt: at,
    createdAt: at,
    texts: ["Votre digest. ".repeat(60)],
    audio: [],
    parts: { text0: part("text0"), voice0: part("voice0") },
    messageIds: [messageIdOf(id, "text0"), messageIdOf(id, "voice0")],
  });
  return digest;
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
  const format = cloudApiFormat(readConfig(target.env));
  const receipt = { kind: "status", recipient: "33600000000", numberHidden: false } as const;
  const bodies = Array.from({ length: count }, (_, index) => idOf(stamp, from + index)).flatMap(
    (id) =>
      (Object.keys(parts) as PartId[]).flatMap((part) =>
        statuses.map((status) => {
          const message = { id: messageIdOf(id, part), callbackData: `${id}:${part}` };
          const at = Date.now();
          return format.body([{ ...receipt, ...message, status, at, category: "service" }]);
        }),
      ),
  );
  const again = bodies.filter((_, index) => index % 10 === 9);
  return [...bodies, ...again].toReversed().map((body) => ({
    port: target.port,
    path: "/webhooks/whatsapp",
    method: "POST" as const,
    body,
    headers: format.signatureHeaders(body),
  }));
}
