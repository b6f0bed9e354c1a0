import { counter, HttpError, router } from "@matinale/kit";
import express from "express";
import type { Router } from "express";
import type { Notice } from "../clients/stripe/webhooks.ts";
import type { StripeJobStore } from "../store/stripe-jobs.ts";

const webhooks = counter("billing_stripe_webhooks_total");

const limit = 256 * 1024;

/**
 * News from Stripe: verified on the bytes that came, kept as a job, answered at once. An event that
 * comes again, also at the same moment, is answered alike and counts once.
 */
export function stripeWebhookRoutes(options: {
  read: (body: Buffer, signature: string) => Notice | null;
  stripeJobs: StripeJobStore;
  /** Of others nothing is kept: they belong to another product, or were erased. */
  isOurs: (customerId: string) => Promise<boolean>;
  nudge: () => void;
}): Router {
  const raw = express.raw({ type: () => true, limit, inflate: false });
  return router().post("/webhooks/stripe", raw, async (req, res) => {
    const body: unknown = req.body;
    const signature = req.get("stripe-signature");
    const notice =
      Buffer.isBuffer(body) && signature !== undefined ? options.read(body, signature) : null;
    if (notice === null) {
      webhooks.inc({ outcome: "refused" });
      throw new HttpError("WEBHOOK_REFUSED", "This is not signed by Stripe, or was too long ago.");
    }
    const { id, customerId, cardChanged } = notice;
    const kind = cardChanged ? "settle" : "sync";
    if (customerId === null || !(await options.isOurs(customerId))) {
      webhooks.inc({ outcome: "not_ours" });
    } else if (await options.stripeJobs.add({ _id: id, kind, target: customerId }, new Date())) {
      webhooks.inc({ outcome: "taken" });
      options.nudge();
    } else {
      webhooks.inc({ outcome: "repeated" });
    }
    res.json({ received: true });
  });
}
