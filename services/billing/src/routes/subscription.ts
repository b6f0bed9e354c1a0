import type { PlanId } from "@matinale/contracts";
import { nothing, planChoice } from "@matinale/contracts/api";
import { body, HttpError, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import { isSimulated } from "../domain/subscription/simulated.ts";
import {
  entitlementOf,
  inForce,
  planOf,
  type Subscription,
} from "../domain/subscription/subscription.ts";
import { cancelled, texts } from "../domain/texts.ts";
import { languageOf } from "../application/checkout.ts";
import type { Payments } from "../application/take-payments.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";

/** A `POST` to it answers with the address of a page on which the card can be replaced. */
const updateCardUrl = "/api/update-card-link";

/** The subscription as the account page shows it. */
function present(subscription: Subscription | null) {
  const paid = subscription && inForce(subscription);
  const { status = null, trialEndsAt = null, trialUsed = false } = subscription ?? {};
  return {
    status,
    planId: subscription === null ? null : entitlementOf(subscription).planId,
    stripeSubscriptionId: paid?.id ?? null,
    simulated: paid !== null && isSimulated(paid),
    trialEndsAt,
    trialUsed,
    currentPeriodEnd: paid?.periodEndsAt ?? null,
    cancelAt: status === "canceled" ? (paid?.until ?? null) : null,
    graceEndsAt: status === "past_due" ? (paid?.until ?? null) : null,
    updateCardUrl: paid && !isSimulated(paid) ? updateCardUrl : null,
  };
}

/** The subscription, and buying, changing and cancelling it. */
export function subscriptionRoutes(
  subscriptions: SubscriptionStore,
  { checkout, scheduleReconcile }: Pick<Payments, "checkout" | "scheduleReconcile">,
): Router {
  const knownPlan = async (planId: number, req: Express.Request): Promise<PlanId> => {
    const plan = planOf(planId);
    if (plan) return plan.id;
    const language = languageOf(await subscriptions.of(req.userId));
    throw new HttpError("NOT_FOUND", texts.unknownPlan, { language });
  };
  return (
    router()
      .get("/subscription", async (req, res) => {
        const subscription = await subscriptions.of(req.userId);
        if (subscription?.open) await scheduleReconcile(req.userId);
        res.json(present(subscription));
      })
      // billing's part of /api/me; right after the sign-up there may be no document yet
      .get("/me", async (req, res) => {
        const { stripeSubscriptionId, planId, trialEndsAt } = present(
          await subscriptions.of(req.userId),
        );
        res.json({ stripeSubscriptionId, planId, trialEndsAt });
      })
      // billing's part of the data export; invoices and cards are stored at Stripe
      .get("/export", async (req, res) => {
        const subscription = await subscriptions.of(req.userId);
        if (subscription === null) throw new HttpError("NOT_FOUND", texts.nothingYet);
        const { updateCardUrl: _link, ...exported } = present(subscription);
        res.json(exported);
      })
      .get("/invoices", async (req, res) => {
        res.json({ invoices: await checkout.invoices(req.userId) });
      })
      .post("/create-payment-intent", body(planChoice), async (req, res) => {
        const { planId, ...details } = req.body;
        res.json(await checkout.choose(req.userId, await knownPlan(planId, req), details));
      })
      .post("/cancel-subscription", body(nothing), async (req, res) => {
        const endsAt = await checkout.cancel(req.userId);
        const language = readerLanguage(req, languageOf(await subscriptions.of(req.userId)));
        res.json({ success: true, message: cancelled(endsAt, language), endsAt });
      })
      .post("/update-card-link", body(nothing), async (req, res) => {
        res.json({ url: await checkout.updateCardLink(req.userId) });
      })
  );
}
