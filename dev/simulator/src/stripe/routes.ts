import express, { type Router } from "express";
import { apiRoutes } from "./api-routes.ts";
import { createStripeCalls } from "./call-handler.ts";
import { controlRoutes } from "./control-routes.ts";
import { StripeAccount } from "./subscriptions.ts";
import { createStripeWebhooks } from "./webhooks.ts";

/**
 * Simulates Stripe: an account with customers, subscriptions, invoices and payments, a clock that tests can
 * advance, and signed webhooks that can be duplicated, delayed and reordered. The API is at /v1, the
 * control API for tests at /sim/stripe.
 */
export function stripeRoutes(now = Date.now, random = Math.random): Router {
  const webhooks = createStripeWebhooks(random);
  const account = new StripeAccount(now, (event) => webhooks.send(event));
  const calls = createStripeCalls();
  return express
    .Router()
    .use("/v1", apiRoutes(account, calls))
    .use("/sim/stripe", controlRoutes(account, calls, webhooks));
}
