import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Happening } from "./objects.ts";

export const webhookSettings = z.strictObject({
  /** Where events go; without it they are only kept. */
  url: z.url().optional(),
  secret: z.string().min(1).default("whsec_simulated"),
  /** How often each one is sent. */
  copies: z.int().min(1).max(50).default(1),
  /** Milliseconds; at random up to this, so that later ones overtake. */
  delayMs: z.int().min(0).max(600_000).default(0),
  /** Share of the events that are lost. */
  lose: z.number().min(0).max(1).default(0),
  /** Kept back until they are released. */
  hold: z.boolean().default(false),
});
export type WebhookSettings = z.infer<typeof webhookSettings>;

const tries = 5;
const answerMs = 10_000;

/** `t=…,v1=…` (docs.stripe.com/webhooks/signature). */
const sign = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;

/** Signed calls to the endpoint, at least once unless they are to be lost, repeated until one is taken. */
export class StripeWebhooks {
  settings: WebhookSettings = webhookSettings.parse({});
  /** Waits for release. */
  held: Happening[] = [];
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  push(event: Happening): void {
    if (this.settings.hold) this.held.push(event);
    else this.send(event);
  }

  send(event: Happening): void {
    const { copies, delayMs, lose } = this.settings;
    if (this.#random() < lose) return;
    for (let copy = 0; copy < copies; copy += 1) {
      this.#later(this.#random() * delayMs, () => this.#post(event, 1));
    }
  }

  #later(ms: number, run: () => Promise<void>): void {
    setTimeout(() => void run(), ms).unref();
  }

  async #post(event: Happening, attempt: number): Promise<void> {
    const { url, secret } = this.settings;
    if (url === undefined) return;
    const body = JSON.stringify(event);
    const taken = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": sign(body, secret, Math.floor(Date.now() / 1000)),
      },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(answerMs),
    }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (!taken && attempt < tries) {
      this.#later(250 * 2 ** attempt, () => this.#post(event, attempt + 1));
    }
  }
}
