import type { Plan, Product } from "@matinale/contracts";
import { nothing, planChoice, planQuery } from "@matinale/contracts/api";
import { body, HttpError, query, readerLanguage, router } from "@matinale/kit";
import type { Router } from "express";
import { isSimulated } from "../domain/subscription/simulated.ts";
import { entitlementOf, inForce, type Subscription } from "../domain/subscription/subscription.ts";
import { texts } from "../domain/texts.ts";
import type { Checkout } from "../application/checkout.ts";
import type { SubscriptionStore } from "../store/subscriptions.ts";

/** A `POST` to it answers with the address of a page on which the card can be replaced. */
const updateCardUrl = "/api/update-card-link";

function present(subscription: Subscription | null, product: Product) {
  const paid = subscription && inForce(subscription);
  const { status = null, trialEndsAt = null, trialUsed = false } = subscription ?? {};
  return {
    status,
    planId: subscription === null ? null : entitlementOf(subscription, product).planId,
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

export function subscriptionRoutes({
  subscriptions,
  checkout,
  product,
  clock,
}: {
  subscriptions: SubscriptionStore;
  checkout: Checkout;
  product: Product;
  clock: () => Date;
}): Router {
  const knownPlan = (planId: number): Plan => {
    const plan = product.plans.find(({ id }) => id === planId);
    if (plan === undefined) throw new HttpError("NOT_FOUND", texts.unknownPlan);
    return plan;
  };
  return (
    router()
      .get("/subscription", async (req, res) => {
        const subscription = await subscriptions.of(req.userId);
        if (subscription?.open || subscription?.status === "past_due") {
          // the webhook of a payment may be late, lost or not configured
          await subscriptions.checkForPerson(req.userId, clock());
        }
        res.json(present(subscription, product));
      })
      // billing's part of /api/me; right after the sign-up there may be no document yet
      .get("/me", async (req, res) => {
        const { stripeSubscriptionId } = present(await subscriptions.of(req.userId), product);
        res.json({ stripeSubscriptionId });
      })
      // billing's part of the data export; invoices and cards are stored at Stripe
      .get("/export", async (req, res) => {
        const subscription = await subscriptions.of(req.userId);
        if (subscription === null) throw new HttpError("NOT_FOUND", texts.nothingYet);
        const { updateCardUrl: _link, ...exported } = present(subscription, product);
        const { customerId, paid, open, renewal, waivers = {} } = subscription;
        res.json({
          ...exported,
          stripeCustomerId: customerId ?? null,
          lastSubscription: paid ?? null,
          unpaidSubscription: open ?? null,
          chosenRenewal: renewal ?? null,
          waivers,
        });
      })
      .get("/invoices", async (req, res) => {
        res.json({ invoices: await checkout.invoices(req.userId) });
      })
      .post("/create-payment-intent", body(planChoice), async (req, res) => {
        const { planId, ...choice } = req.body;
        res.json(await checkout.choose(req.userId, knownPlan(planId).id, choice));
      })
      .get("/plan-change-preview", query(planQuery), async (req, res) => {
        const plan = knownPlan(Number(req.query.planId));
        const first = { dueToday: plan.priceEur, credited: 0, renewsAt: null };
        res.json((await checkout.preview(req.userId, plan.id)) ?? first);
      })
      .post("/cancel-subscription", body(nothing), async (req, res) => {
        const endsAt = await checkout.cancel(req.userId);
        res.json({ success: true, message: texts.cancelled[readerLanguage(req)], endsAt });
      })
      .post("/resume-subscription", body(nothing), async (req, res) => {
        const renewsAt = await checkout.resume(req.userId);
        res.json({ success: true, message: texts.resumed[readerLanguage(req)], renewsAt });
      })
      .post("/update-card-link", body(nothing), async (req, res) => {
        res.json({ url: await checkout.portalLink(req.userId, "card") });
      })
      .post("/billing-details-link", body(nothing), async (req, res) => {
        res.json({ url: await checkout.portalLink(req.userId, "details") });
      })
  );
}
