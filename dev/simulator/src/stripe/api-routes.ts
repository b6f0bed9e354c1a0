import express from "express";
import type { Request, RequestHandler, Response, Router } from "express";
import { z } from "zod";
import type { Account } from "./account.ts";
import type { StripeFaults } from "./faults.ts";
import { Idempotency } from "./idempotency.ts";
import { newId } from "./objects.ts";
import type { Price } from "./objects.ts";
import { StripeFault, missing } from "./stripe-error.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { itemOf } from "./subscriptions.ts";
import { listOf, showCustomer, showIntent, showInvoice, showSubscription } from "./view.ts";

/** A call that a service made. */
export interface StripeCall {
  at: number;
  call: string;
  idempotencyKey: string | null;
  status: number;
  replayed: boolean;
}

export interface ApiOptions {
  account: Account;
  subscriptions: Subscriptions;
  faults: StripeFaults;
  log: (call: Omit<StripeCall, "at">) => void;
}

const parameters = z.record(z.string(), z.unknown());
const strings = z.record(z.string(), z.string()).catch({});
const items = z.array(z.object({ id: z.string().optional(), price: z.string() }));

/** The part of Stripe's API that selling a subscription needs, under /v1. What it has not, others may. */
export function apiRoutes(options: ApiOptions): Router {
  const { account, subscriptions } = options;
  const idempotency = new Idempotency();

  /** Every answer goes by here: keys, faults and the log are the same for all. */
  const answer =
    (work: (given: Record<string, unknown>, req: Request) => unknown): RequestHandler =>
    (req, res) => {
      const given = parameters.parse({ ...req.query, ...req.body });
      const key = req.method === "POST" ? req.get("idempotency-key") : undefined;
      const call = `${req.method} ${req.baseUrl}${req.path}`;
      const fault = options.faults.hit(req.method, `${req.baseUrl}${req.path}`);
      const attempt = () => {
        try {
          if (fault.status !== undefined) throw new StripeFault(fault.status, "On purpose.");
          return { status: 200, body: work(given, req) };
        } catch (error) {
          if (!(error instanceof StripeFault)) throw error;
          return { status: error.status, body: error.toJSON() };
        }
      };
      const request = JSON.stringify([call, given]);
      const { status, body, replayed } = idempotency.answer(key, request, attempt);
      options.log({ call, idempotencyKey: key ?? null, status, replayed });
      if (fault.dropAnswer) return void req.socket.destroy();
      send(res, status, body, replayed);
    };
  const expandOf = (given: Record<string, unknown>, under = ""): string[] =>
    [given["expand"] ?? []]
      .flat()
      .map(String)
      .flatMap((path) => (path.startsWith(under) ? [path.slice(under.length)] : []));
  const idIn = (req: Request): string => String(req.params["id"]);

  const customers = express
    .Router()
    .post(
      "/customers",
      answer((given) => showCustomer(account.createCustomer(strings.parse(given["metadata"])))),
    )
    .get(
      "/customers/:id",
      answer((_given, req) => showCustomer(account.customer(idIn(req)))),
    )
    .delete(
      "/customers/:id",
      answer((_given, req) => {
        const customer = account.customer(idIn(req));
        if (customer.deleted) throw missing("customer", customer.id);
        for (const each of subscriptions.ofCustomer(customer.id)) {
          if (each.ended_at === null) subscriptions.end(each);
        }
        customer.deleted = true;
        customer.metadata = {};
        account.tell("customer.deleted", customer);
        return showCustomer(customer);
      }),
    );

  const selling = express
    .Router()
    .get(
      "/subscriptions",
      answer((given) => {
        account.customer(String(given["customer"]), "customer");
        const found = subscriptions.ofCustomer(String(given["customer"]));
        const expand = expandOf(given, "data.");
        const shown = found.filter(({ ended_at }) => given["status"] === "all" || !ended_at);
        return listOf(
          "/v1/subscriptions",
          shown.map((each) => showSubscription(account, each, expand)),
        );
      }),
    )
    .post(
      "/subscriptions",
      answer((given) => {
        if (given["payment_behavior"] !== "default_incomplete") {
          throw new StripeFault(400, "Only payment_behavior=default_incomplete is simulated");
        }
        const [wanted] = items.parse(given["items"]);
        const created = subscriptions.create(
          String(given["customer"]),
          subscriptions.price(wanted?.price),
          strings.parse(given["metadata"]),
        );
        return showSubscription(account, created, expandOf(given));
      }),
    )
    .get(
      "/subscriptions/:id",
      answer((given, req) =>
        showSubscription(account, subscriptions.get(idIn(req)), expandOf(given)),
      ),
    )
    .post(
      "/subscriptions/:id",
      answer((given, req) => {
        const subscription = subscriptions.get(idIn(req));
        const { items: wanted, cancel_at_period_end: ends, default_payment_method: card } = given;
        if (ends !== undefined) subscriptions.endWithPeriod(subscription, ends === "true");
        if (typeof card === "string") subscription.default_payment_method = card;
        if (wanted !== undefined) {
          const [changed] = items.parse(wanted);
          if (changed?.id !== itemOf(subscription).id) {
            throw missing("subscription_item", changed?.id ?? "", "items[0][id]");
          }
          subscriptions.changePrice(subscription, subscriptions.price(changed.price));
        }
        return showSubscription(account, subscription, expandOf(given));
      }),
    )
    .delete(
      "/subscriptions/:id",
      answer((given, req) => {
        const subscription = subscriptions.get(idIn(req));
        subscriptions.end(subscription);
        return showSubscription(account, subscription, expandOf(given));
      }),
    );

  const paying = express
    .Router()
    .get(
      "/invoices/:id",
      answer((given, req) => {
        const invoice = account.invoices.get(idIn(req));
        if (!invoice) throw missing("invoice", idIn(req));
        return showInvoice(invoice, expandOf(given));
      }),
    )
    .post(
      "/invoices/:id/pay",
      answer((given, req) => {
        const invoice = account.invoices.get(idIn(req));
        if (!invoice) throw missing("invoice", idIn(req));
        subscriptions.pay(invoice);
        return showInvoice(invoice, expandOf(given));
      }),
    )
    // What the browser calls, with the client secret instead of the account's key.
    .post(
      "/payment_intents/:id/confirm",
      answer((given, req) => {
        const intent = account.intents.get(idIn(req));
        if (!intent || given["client_secret"] !== intent.client_secret) {
          throw missing("payment_intent", idIn(req), "intent");
        }
        const declines = String(given["payment_method"]).includes("Declined");
        subscriptions.confirm(intent, declines ? "declines" : "good");
        return showIntent(intent);
      }),
    )
    .post(
      "/billing_portal/sessions",
      answer((given, req) => {
        const { id } = account.customer(String(given["customer"]), "customer");
        const session = newId("bps");
        const url = `${req.protocol}://${req.get("host")}/sim/stripe/portal/${id}`;
        return { id: session, object: "billing_portal.session", customer: id, url };
      }),
    );

  const catalogue = express
    .Router()
    .get(
      "/prices",
      answer(() => listOf("/v1/prices", [...account.prices.values()])),
    )
    .get(
      "/prices/:id",
      answer((_given, req) => subscriptions.price(idIn(req))),
    )
    .post(
      "/prices",
      answer((given) => {
        const price: Price = {
          id: newId("price"),
          object: "price",
          currency: "eur",
          unit_amount: z.coerce.number().int().parse(given["unit_amount"]),
          recurring: { interval: "month", interval_count: 1 },
          product: String(given["product"] ?? newId("prod")),
          active: true,
        };
        account.prices.set(price.id, price);
        return price;
      }),
    );

  return express
    .Router()
    .use(
      /^\/(customers|subscriptions|invoices|payment_intents|billing_portal|prices)(\/|$)/,
      (req, _res, next) => {
        req.url = req.originalUrl.slice("/v1".length);
        next("route");
      },
    )
    .use(express.urlencoded({ extended: true, type: "application/x-www-form-urlencoded" }))
    .use(customers, selling, paying, catalogue);
}

function send(res: Response, status: number, body: unknown, replayed: boolean): void {
  res.set({ "request-id": newId("req"), "stripe-version": "2026-10-28.endive" });
  if (replayed) res.set("idempotent-replayed", "true");
  // As Stripe does: its own failures are repeated for the key, so trying again is of no use.
  if (status >= 500) res.set("stripe-should-retry", "false");
  res.status(status).json(body);
}
