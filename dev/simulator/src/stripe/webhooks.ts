import { createHmac } from "node:crypto";
import { z } from "zod";
import { postWebhook } from "../post-webhook.ts";
import type { StripeEvent } from "./objects.ts";

export const webhookSettings = z.strictObject({
  /** Endpoint of the events. Without it they are only recorded. */
  url: z.url().optional(),
  secret: z.string().min(1).default("whsec_simulated"),
  /** Number of times that each event is sent. */
  copies: z.int().min(1).max(50).default(1),
  /** Random delay up to this time, so that later events can overtake earlier ones. */
  delayMs: z.int().min(0).max(600_000).default(0),
});

const maxAttempts = 5;

/** `t=…,v1=…` (docs.stripe.com/webhooks/signature). */
const sign = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;

export type StripeWebhooks = ReturnType<typeof createStripeWebhooks>;

/** Sends signed events and retries them until the endpoint accepts them. */
export function createStripeWebhooks(random: () => number) {
  const later = (ms: number, run: () => Promise<void>) => void setTimeout(run, ms).unref();
  const post = async (event: StripeEvent, attempt: number): Promise<void> => {
    const { url, secret } = webhooks.settings;
    if (url === undefined) return;
    const body = JSON.stringify(event);
    const signature = sign(body, secret, Math.floor(Date.now() / 1000));
    const status = await postWebhook(url, body, { "stripe-signature": signature });
    if ((status < 200 || status > 299) && attempt < maxAttempts) {
      later(250 * 2 ** attempt, () => post(event, attempt + 1));
    }
  };
  const webhooks = {
    settings: webhookSettings.parse({}),
    send(event: StripeEvent): void {
      const { copies, delayMs } = webhooks.settings;
      for (let copy = 0; copy < copies; copy += 1) {
        later(random() * delayMs, () => post(event, 1));
      }
    },
  };
  return webhooks;
}
