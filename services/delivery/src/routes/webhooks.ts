import { HttpError, router } from "@matinale/kit";
import express, { type Router } from "express";
import type { Deps } from "../application/deps.ts";

/** The provider sends up to 3 MB. The gateway limits how much is read at the same time. Bytes. */
const limit = 3 * 1024 * 1024;

/**
 * Webhooks of the provider: statuses and messages. A call is verified, stored and answered; a worker
 * processes it, so that the provider never waits and a crash loses nothing.
 */
export const webhookRoutes = ({ webhooks, webhookEvents, now, onWebhook }: Deps): Router =>
  router()
    .get("/webhooks/whatsapp", (req, res) => {
      const challenge = webhooks.challenge(req.query);
      if (challenge === null) {
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
        if (!webhooks.isGenuine((name) => req.get(name), body)) {
          throw new HttpError("INVALID_SIGNATURE", "The signature does not match the body.");
        }
        await webhookEvents.add(webhooks.stored(body.toString("utf8")), now());
        onWebhook();
        res.status(200).json({ received: true });
      },
    );
