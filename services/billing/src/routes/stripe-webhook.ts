import { counter, HttpError, type Logger, router } from "@matinale/kit";
import express from "express";
import type { Router } from "express";
import type { StripeEvent } from "../clients/stripe/webhooks.ts";
import type { Stores } from "../store/index.ts";

const webhooks = counter("billing_stripe_webhooks_total");

const limit = 256 * 1024;

function jobOf({ id, customerId, cardChanged, refundedOrDisputed }: StripeEvent) {
  if (refundedOrDisputed !== null)
    return { _id: id, kind: "end_paid_back", target: refundedOrDisputed } as const;
  if (customerId === null) return null;
  const kind = cardChanged ? "use_new_card" : "reconcile";
  return { _id: id, kind, target: customerId } as const;
}

/**
 * Webhooks of Stripe. Verifies the signature of the raw body, stores the event as a job and answers at once. An
 * event that is delivered again, also in parallel, gets the same answer and makes one job.
 */
export function stripeWebhookRoutes(
  options: Stores & {
    read: (body: Buffer, signature: string) => StripeEvent | null;
    logger: Logger;
  },
): Router {
  const raw = express.raw({ type: () => true, limit, inflate: false });
  return router().post("/webhooks/stripe", raw, async (req, res) => {
    const body: unknown = req.body;
    const signature = req.get("stripe-signature");
    const event =
      Buffer.isBuffer(body) && signature !== undefined ? options.read(body, signature) : null;
    if (event === null) {
      webhooks.inc({ outcome: "refused" });
      throw new HttpError(
        "WEBHOOK_REFUSED",
        "The webhook is not signed by Stripe, or its signature is too old.",
      );
    }
    const { notFinalised } = event;
    if (notFinalised !== null) {
      options.logger.error({ invoice: notFinalised }, "Stripe could not finalise an invoice");
    }
    const job = jobOf(event);
    // not stored: the customer belongs to another product, or was erased; a dispute names no customer
    const isForeign =
      event.customerId !== null &&
      (await options.subscriptions.ofCustomer(event.customerId)) === null;
    if (job === null || isForeign) {
      webhooks.inc({ outcome: "unknown_customer" });
    } else if (await options.stripeJobs.add(job, new Date())) {
      webhooks.inc({ outcome: "stored" });
    } else {
      webhooks.inc({ outcome: "repeated" });
    }
    res.json({ received: true });
  });
}
