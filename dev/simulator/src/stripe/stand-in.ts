import express from "express";
import type { Router } from "express";
import { Account } from "./account.ts";
import { answering } from "./answering.ts";
import type { StripeCall } from "./answering.ts";
import { apiRoutes } from "./api-routes.ts";
import { controlRoutes } from "./control-routes.ts";
import { StripeFaults } from "./faults.ts";
import { Subscriptions } from "./subscriptions.ts";
import { StripeWebhooks } from "./webhooks.ts";

/**
 * Stands in for Stripe: an account with customers, subscriptions, invoices and payments that act on
 * each other, a clock that can be moved, and signed webhooks that can be doubled, held back,
 * reordered, late or lost. No money moves; the API is at /v1, what checks need at /sim/stripe.
 */
export function stripeStandIn(
  now: () => number = Date.now,
  random: () => number = Math.random,
): Router {
  let ahead = 0;
  const webhooks = new StripeWebhooks(random);
  const account = new Account(
    () => now() + ahead,
    (event) => webhooks.push(event),
  );
  const subscriptions = new Subscriptions(account);
  const faults = new StripeFaults();
  const log: StripeCall[] = [];
  const answer = answering({ faults, log: (call) => void log.push(call) });
  const pass = (seconds: number) => {
    ahead += seconds * 1000;
  };
  return express
    .Router()
    .use("/v1", apiRoutes({ account, subscriptions, answer }))
    .use("/sim/stripe", controlRoutes({ account, subscriptions, webhooks, faults, log, pass }));
}
