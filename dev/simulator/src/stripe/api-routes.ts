import express from "express";
import type { Router } from "express";
import { z } from "zod";
import type { Account } from "./account.ts";
import type { HandleCall } from "./call-handler.ts";
import { type Customer, type Invoice, newId, type Subscription } from "./objects.ts";
import { StripeFault, missing } from "./stripe-error.ts";
import { itemOf } from "./subscriptions.ts";
import type { Subscriptions } from "./subscriptions.ts";

interface Options {
  account: Account;
  subscriptions: Subscriptions;
  handle: HandleCall;
}

const strings = z.record(z.string(), z.string()).catch({});
const items = z.array(z.object({ id: z.string().optional(), price: z.string() }));

/** The part of Stripe's API that subscriptions need, under /v1. */
export const apiRoutes = (options: Options): Router =>
  express
    .Router()
    .use(express.urlencoded({ extended: true }))
    .use(customerRoutes(options), subscriptionRoutes(options), paymentRoutes(options));

function customerRoutes({ account, subscriptions, handle }: Options): Router {
  const create = handle(({ metadata }) => account.createCustomer(strings.parse(metadata)));
  const read = handle(({ id }) => showCustomer(account.customer(id)));
  const remove = handle(({ id }) => {
    const customer = account.customer(id);
    if (customer.deleted) throw missing("customer", id);
    for (const each of subscriptions.ofCustomer(id)) {
      if (each.ended_at === null) subscriptions.end(each);
    }
    customer.deleted = true;
    customer.metadata = {};
    account.publish("customer.deleted", customer);
    return showCustomer(customer);
  });
  return express
    .Router()
    .post("/customers", create)
    .get("/customers/:id", read)
    .delete("/customers/:id", remove);
}

function subscriptionRoutes({ account, subscriptions, handle }: Options): Router {
  /** The invoice is an id unless it is expanded. */
  const show = (subscription: Subscription, expand: string[]) => {
    const invoice = account.invoices.get(subscription.latest_invoice ?? "");
    const inside = expand
      .filter((path) => /^latest_invoice(\.|$)/.test(path))
      .map((path) => path.slice("latest_invoice.".length));
    const shown = { ...subscription, livemode: false };
    if (!invoice || inside.length === 0) return shown;
    return { ...shown, latest_invoice: showInvoice(invoice, inside) };
  };
  const list = handle(({ customer, status, expand }) => {
    const { id } = account.customer(String(customer), "customer");
    const found = subscriptions.ofCustomer(id);
    const wanted = found.filter(({ ended_at }) => status === "all" || ended_at === null);
    return listOf(
      "/v1/subscriptions",
      wanted.map((each) => show(each, expand)),
    );
  });
  const create = handle(({ customer, metadata, payment_behavior, expand, items: wanted }) => {
    if (payment_behavior !== "default_incomplete") {
      throw new StripeFault(400, "Only payment_behavior=default_incomplete is simulated");
    }
    const price = subscriptions.price(items.parse(wanted)[0]?.price);
    const made = subscriptions.create(String(customer), price, strings.parse(metadata));
    return show(made, expand);
  });
  const read = handle(({ id, expand }) => show(subscriptions.get(id), expand));
  const update = handle(({ id, expand, ...given }) => {
    const subscription = subscriptions.get(id);
    const { cancel_at_period_end: ends, default_payment_method: method } = given;
    if (ends !== undefined) subscriptions.endWithPeriod(subscription, ends === "true");
    if (typeof method === "string") subscription.default_payment_method = method;
    if (given["items"] !== undefined) {
      const [changed] = items.parse(given["items"]);
      if (changed?.id !== itemOf(subscription).id) {
        throw missing("subscription_item", changed?.id ?? "", "items[0][id]");
      }
      subscriptions.changePrice(subscription, subscriptions.price(changed.price));
    }
    return show(subscription, expand);
  });
  const end = handle(({ id, expand }) => {
    const subscription = subscriptions.get(id);
    subscriptions.end(subscription);
    return show(subscription, expand);
  });
  return express
    .Router()
    .get("/subscriptions", list)
    .post("/subscriptions", create)
    .get("/subscriptions/:id", read)
    .post("/subscriptions/:id", update)
    .delete("/subscriptions/:id", end);
}

function paymentRoutes({ account, subscriptions, handle }: Options): Router {
  const invoice = (id: string) => {
    const found = account.invoices.get(id);
    if (!found) throw missing("invoice", id);
    return found;
  };
  const prices = handle(() => listOf("/v1/prices", [...account.prices.values()]));
  const list = handle(({ subscription, status }) => {
    const found = [...account.invoices.values()]
      .filter(({ parent }) => parent.subscription_details.subscription === subscription)
      .filter((each) => status === undefined || each.status === status);
    return listOf(
      "/v1/invoices",
      found.toReversed().map((each) => showInvoice(each, [])),
    );
  });
  const read = handle(({ id, expand }) => showInvoice(invoice(id), expand));
  const pay = handle(({ id, expand }) => {
    subscriptions.pay(invoice(id));
    return showInvoice(invoice(id), expand);
  });
  const paymentsOf = handle(({ invoice: id }) => {
    const intent = account.intentOf(invoice(String(id)));
    const payment = {
      id: newId("inpay"),
      object: "invoice_payment",
      invoice: id,
      status: intent?.status === "succeeded" ? "paid" : "open",
      payment: { type: "payment_intent", payment_intent: intent?.id },
    };
    return listOf("/v1/invoice_payments", intent ? [payment] : []);
  });
  // The browser calls this with the client secret.
  const confirm = handle(({ id, client_secret, payment_method }) => {
    const intent = account.intents.get(id);
    if (!intent || client_secret !== intent.client_secret) {
      throw missing("payment_intent", id, "intent");
    }
    const declines = String(payment_method).includes("Declined");
    subscriptions.confirm(intent, declines ? "declines" : "good");
    return intent;
  });
  const refund = handle(({ payment_intent, reason }) =>
    account.refund(String(payment_intent), typeof reason === "string" ? reason : null),
  );
  const portal = handle(({ customer }) => {
    const { id } = account.customer(String(customer), "customer");
    const url = `https://billing.stripe.invalid/simulated/${id}`;
    return { id: newId("bps"), object: "billing_portal.session", customer: id, url };
  });
  return express
    .Router()
    .get("/prices", prices)
    .get("/invoices", list)
    .get("/invoices/:id", read)
    .post("/invoices/:id/pay", pay)
    .get("/invoice_payments", paymentsOf)
    .post("/payment_intents/:id/confirm", confirm)
    .post("/refunds", refund)
    .post("/billing_portal/sessions", portal);
}

const showCustomer = (customer: Customer) =>
  customer.deleted ? { id: customer.id, object: "customer", deleted: true } : customer;

/** The secret is included only when it is expanded. */
function showInvoice(invoice: Invoice, expand: string[]) {
  const { confirmation_secret, ...rest } = invoice;
  return expand.includes("confirmation_secret") ? invoice : rest;
}

const listOf = (url: string, data: unknown[]) => ({ object: "list", url, data, has_more: false });
