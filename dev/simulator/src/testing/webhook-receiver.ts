import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { z } from "zod";
import { listening } from "./listening.ts";

const statusSchema = z.object({
  id: z.string(),
  status: z.string(),
  timestamp: z.string(),
  recipient_id: z.string().optional(),
  recipient_user_id: z.string(),
  biz_opaque_callback_data: z.string().optional(),
});
const messageSchema = z.looseObject({
  from: z.string().optional(),
  from_user_id: z.string(),
  id: z.string(),
  timestamp: z.string(),
  type: z.string(),
});
const bodySchema = z.strictObject({
  object: z.literal("whatsapp_business_account"),
  entry: z.array(
    z.strictObject({
      id: z.string(),
      changes: z.array(
        z.strictObject({
          field: z.literal("messages"),
          value: z.strictObject({
            messaging_product: z.literal("whatsapp"),
            metadata: z.strictObject({
              display_phone_number: z.string(),
              phone_number_id: z.string(),
            }),
            contacts: z.array(z.unknown()).optional(),
            statuses: z.array(statusSchema).optional(),
            messages: z.array(messageSchema).optional(),
          }),
        }),
      ),
    }),
  ),
});

interface Hook {
  signature: string | undefined;
  raw: string;
  statuses: z.infer<typeof statusSchema>[];
  messages: z.infer<typeof messageSchema>[];
}

/** A webhook endpoint that records the calls it receives. */
export async function webhookReceiver() {
  const hooks: Hook[] = [];
  const nextStatuses: number[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const raw = Buffer.concat(chunks).toString();
      const values = bodySchema
        .parse(JSON.parse(raw))
        .entry.flatMap(({ changes }) => changes.map(({ value }) => value));
      const signature = req.headers["x-hub-signature-256"];
      hooks.push({
        signature: typeof signature === "string" ? signature : undefined,
        raw,
        statuses: values.flatMap(({ statuses = [] }) => statuses),
        messages: values.flatMap(({ messages = [] }) => messages),
      });
      res.writeHead(nextStatuses.shift() ?? 200).end();
    });
  });
  const { url, close } = await listening(server);
  return {
    url: `${url}/webhooks/whatsapp`,
    hooks,
    close,
    /** Statuses of the next responses; 200 follows. */
    respondWith: (...statuses: number[]) => void nextStatuses.push(...statuses),
    statuses: () => hooks.flatMap(({ statuses }) => statuses),
    messages: () => hooks.flatMap(({ messages }) => messages),
    statusesOf: (id: string) =>
      hooks
        .flatMap(({ statuses }) => statuses)
        .filter((one) => one.id === id)
        .map(({ status }) => status),
  };
}

export const signed = (raw: string, secret: string) =>
  `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`;
