import express, { type ErrorRequestHandler, type Router } from "express";
import { z } from "zod";
import { type StripeCalls, stripeFaults } from "./call-handler.ts";
import { cards } from "./objects.ts";
import { StripeFault } from "./stripe-error.ts";
import type { StripeAccount } from "./subscriptions.ts";
import { type StripeWebhooks, webhookSettings } from "./webhooks.ts";

const card = z.enum(cards);
const cardChange = z.strictObject({ card });
const confirmation = z.strictObject({ clientSecret: z.string(), card: card.default("good") });
const maxSeconds = 400 * 86_400;
const advance = z.strictObject({ seconds: z.int().min(1).max(maxSeconds) });

/**
 * Controls the simulated Stripe under /sim/stripe: content of the account, webhooks, faults, actions of the
 * cardholder and the clock.
 */
export function controlRoutes(
  account: StripeAccount,
  calls: StripeCalls,
  webhooks: StripeWebhooks,
): Router {
  return (
    express
      .Router()
      .use(express.json({ type: () => true }))
      .get("/", (_req, res) => {
        res.json({
          simulated: true,
          now: account.now,
          customers: [...account.customers.values()],
          subscriptions: [...account.subscriptions.values()],
          invoices: [...account.invoices.values()],
          paymentIntents: [...account.intents.values()],
          refunds: [...account.refunds.values()],
        });
      })
      .get("/events", (_req, res) => res.json(account.events))
      .get("/log", (_req, res) => res.json(calls.log))
      .put("/webhooks", (req, res) => {
        webhooks.settings = webhookSettings.parse(req.body ?? {});
        res.json(webhooks.settings);
      })
      .put("/faults", (req, res) => {
        const settings = stripeFaults.parse(req.body ?? {});
        calls.setFaults(settings);
        res.json(settings);
      })
      .put("/customers/:id/card", (req, res) => {
        const { id } = req.params;
        const given = cardChange.parse(req.body);
        account.setCard(account.customer(id), given.card);
        res.json({ id, ...given });
      })
      // As in the browser, the client secret identifies the payment or the card to save.
      .post("/confirm", (req, res) => {
        const given = confirmation.parse(req.body);
        const hasSecret = (intent: { client_secret: string }) =>
          intent.client_secret === given.clientSecret;
        const payment = [...account.intents.values()].find(hasSecret);
        const setup = [...account.setups.values()].find(hasSecret);
        if (payment) account.confirm(payment, given.card);
        else if (setup) account.confirmSetup(setup, given.card);
        else throw new StripeFault(404, "No payment or setup has this client secret");
        res.json({ status: (payment ?? setup)?.status });
      })
      .post("/charges/:id/dispute", (req, res) => {
        account.dispute(req.params.id);
        res.json({ disputed: req.params.id });
      })
      .post("/clock", (req, res) => {
        account.advance(advance.parse(req.body).seconds);
        res.json({ now: account.now });
      })
      .use(inStripeShape)
  );
}

const inStripeShape: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (error instanceof StripeFault) error.send(res);
  else if (error instanceof z.ZodError) res.status(400).json({ message: z.prettifyError(error) });
  else next(error);
};
