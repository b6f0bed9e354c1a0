import express from "express";
import type { ErrorRequestHandler, Request, Router } from "express";
import { z } from "zod";
import type { Account } from "./account.ts";
import type { StripeCall } from "./call-handler.ts";
import { stripeFaults } from "./faults.ts";
import type { StripeFaults } from "./faults.ts";
import { StripeFault } from "./stripe-error.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { webhookSettings } from "./webhooks.ts";
import type { StripeWebhooks } from "./webhooks.ts";

const card = z.enum(["none", "good", "declines", "asks"]);
const release = z.strictObject({ order: z.enum(["as_sent", "reversed"]).default("as_sent") });
const advance = z.strictObject({
  seconds: z
    .int()
    .min(1)
    .max(400 * 86_400),
});

/**
 * Controls the simulated Stripe under /sim/stripe: content of the account, webhooks, faults, actions of the
 * cardholder and the clock.
 */
export function controlRoutes(options: {
  account: Account;
  subscriptions: Subscriptions;
  webhooks: StripeWebhooks;
  faults: StripeFaults;
  log: readonly StripeCall[];
  advance: (seconds: number) => void;
}): Router {
  const { account, subscriptions, webhooks, faults, log } = options;
  const id = (req: Request) => String(req.params["id"]);

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
      .get("/log", (_req, res) => res.json(log))
      .put("/webhooks", (req, res) => {
        webhooks.settings = webhookSettings.parse(req.body ?? {});
        res.json(webhooks.settings);
      })
      .post("/webhooks/release", (req, res) => {
        const { order } = release.parse(req.body ?? {});
        const held = order === "reversed" ? webhooks.held.toReversed() : webhooks.held;
        webhooks.held = [];
        for (const event of held) webhooks.send(event);
        res.json({ released: held.length });
      })
      .put("/faults", (req, res) => {
        const settings = stripeFaults.parse(req.body ?? {});
        faults.replace(settings);
        res.json(settings);
      })
      .put("/customers/:id/card", (req, res) => {
        const given = z.strictObject({ card }).parse(req.body);
        account.setCard(account.customer(id(req)), given.card);
        res.json({ id: id(req), ...given });
      })
      // As in the browser, the client secret identifies the payment.
      .post("/confirm", (req, res) => {
        const given = z
          .strictObject({ clientSecret: z.string(), card: card.default("good") })
          .parse(req.body);
        const intent = [...account.intents.values()].find(
          ({ client_secret }) => client_secret === given.clientSecret,
        );
        if (!intent) throw new StripeFault(404, "No payment has this client secret");
        subscriptions.confirm(intent, given.card);
        res.json({ status: intent.status });
      })
      .post("/clock", (req, res) => {
        options.advance(advance.parse(req.body).seconds);
        subscriptions.catchUp();
        res.json({ now: account.now });
      })
      .use(inStripeShape)
  );
}

/** Errors of the control API. */
const inStripeShape: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (error instanceof StripeFault) res.status(error.status).json(error.toJSON());
  else if (error instanceof z.ZodError) res.status(400).json({ message: z.prettifyError(error) });
  else next(error);
};
