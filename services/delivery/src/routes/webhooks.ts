import { createHmac, timingSafeEqual } from "node:crypto";
import { HttpError, router } from "@matinale/kit";
import express, { type Router } from "express";
import type { Config } from "../config.ts";
import type { Reached } from "../domain/crash-points.ts";
import type { Inbox } from "../store/inbox.ts";

export interface WebhookDeps {
  inbox: Inbox;
  /** A webhook call is stored and waits to be worked on. */
  onWebhook: () => void;
  reached?: Reached;
}

/** The provider sends up to 3 MB. */
const limit = 3 * 1024 * 1024;

const equal = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** The signature of the exact bytes, as in the X-Hub-Signature-256 header. */
export const signatureOf = (bytes: Uint8Array, secret: string): string =>
  `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`;

/**
 * What the provider tells: statuses and messages. A call is checked, stored and answered; the work on
 * it is a job, so that the provider never waits and a crash loses nothing.
 */
export const webhookRoutes = (
  config: Pick<Config, "WHATSAPP_APP_SECRET" | "WHATSAPP_VERIFY_TOKEN">,
  { inbox, onWebhook, reached }: WebhookDeps,
): Router =>
  router()
    .get("/webhooks/whatsapp", (req, res) => {
      const { "hub.mode": mode, "hub.verify_token": token, "hub.challenge": challenge } = req.query;
      const expected = Buffer.from(config.WHATSAPP_VERIFY_TOKEN);
      const known = typeof token === "string" && equal(Buffer.from(token), expected);
      if (mode !== "subscribe" || !known || typeof challenge !== "string") {
        throw new HttpError("INVALID_SIGNATURE", "The verify token is not the one of this app.");
      }
      res.type("text/plain").send(challenge);
    })
    .post(
      "/webhooks/whatsapp",
      express.raw({ type: () => true, limit, inflate: false }),
      async (req, res) => {
        const bytes: unknown = req.body;
        const body = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
        const given = Buffer.from(req.get("x-hub-signature-256") ?? "");
        const expected = Buffer.from(signatureOf(body, config.WHATSAPP_APP_SECRET));
        if (!equal(given, expected)) {
          throw new HttpError("INVALID_SIGNATURE", "The signature does not match the body.");
        }
        await inbox.put(body.toString("utf8"));
        reached?.("webhook stored");
        onWebhook();
        res.status(200).json({ received: true });
      },
    );
