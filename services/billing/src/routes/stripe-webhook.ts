import { counter, HttpError, router } from "@matinale/kit";
import express from "express";
import type { Router } from "express";
import type { StripeEvent } from "../clients/stripe/webhooks.ts";
import type { StripeJobStore } from "../store/stripe-jobs.ts";

const webhooks = counter("billing_stripe_webhooks_total");

const limit = 256 * 1024;

/**
 * Webhooks of Stripe: the signature is verified on the raw body, the event is stored as a job and answered
 * at once. An event that is delivered again, also in parallel, gets the same answer and counts once.
 */
export function stripeWebhookRoutes(options: {
  read: (body: Buffer, signature: string) => StripeEvent | null;
  stripeJobs: StripeJobStore;
  /** Events of other customers are not stored: they belong to another product, or were erased. */
  isOurs: (customerId: string) => Promise<boolean>;
  wakeStripeJobs: () => void;
}): Router {
  const raw = express.raw({ type: () => true, limit, inflate: false });
  return router().post("/webhooks/stripe", raw, async (req, res) => {
    const body: unknown = req.body;
    const signature = req.get("stripe-signature");
    const event =
      Buffer.isBuffer(body) && signature !== undefined ? options.read(body, signature) : null;
    if (event === null) {
      webhooks.inc({ outcome: "refused" });
      throw new HttpError("WEBHOOK_REFUSED", "This is not signed by Stripe, or was too long ago.");
    }
    const { id, customerId, cardChanged } = event;
    const kind = cardChanged ? "settle" : "sync";
    if (customerId === null || !(await options.isOurs(customerId))) {
      webhooks.inc({ outcome: "not_ours" });
    } else if (await options.stripeJobs.add({ _id: id, kind, target: customerId }, new Date())) {
      webhooks.inc({ outcome: "taken" });
      options.wakeStripeJobs();
    } else {
      webhooks.inc({ outcome: "repeated" });
    }
    res.json({ received: true });
  });
}
