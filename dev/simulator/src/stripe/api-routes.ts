import express from "express";
import type { Router } from "express";
import { z } from "zod";
import type { Account } from "./account.ts";
import type { HandleCall } from "./call-handler.ts";
import { newId } from "./objects.ts";
import type { Customer } from "./objects.ts";
import { StripeFault, missing } from "./stripe-error.ts";
import { itemOf } from "./subscriptions.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { listOf, showCustomer, showInvoice, showSubscription } from "./view.ts";

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

const customerRoutes = ({ account, subscriptions, handle }: Options): Router => {
  const forget = (customer: Customer) => {
    if (customer.deleted) throw missing("customer", customer.id);
    for (const each of subscriptions.ofCustomer(customer.id)) {
      if (each.ended_at === null) subscriptions.end(each);
    }
    customer.deleted = true;
    customer.metadata = {};
    account.publish("customer.deleted", customer);
    return showCustomer(customer);
  };
  const create = handle(({ metadata }) =>
    showCustomer(account.createCustomer(strings.parse(metadata))),
  );
  return express
    .Router()
    .post("/customers", create)
    .get(
      "/customers/:id",
      handle(({ id }) => showCustomer(account.customer(id))),
    )
    .delete(
      "/customers/:id",
      handle(({ id }) => forget(account.customer(id))),
    );
};

const subscriptionRoutes = ({ account, subscriptions, handle }: Options): Router => {
  const list = handle(({ customer, status, expand }) => {
    account.customer(String(customer), "customer");
    const found = subscriptions.ofCustomer(String(customer));
    const wanted = found.filter(({ ended_at }) => status === "all" || ended_at === null);
    const shown = wanted.map((each) => showSubscription(account, each, expand));
    return listOf("/v1/subscriptions", shown);
  });
  const create = handle(({ customer, metadata, payment_behavior, expand, items: wanted }) => {
    if (payment_behavior !== "default_incomplete") {
      throw new StripeFault(400, "Only payment_behavior=default_incomplete is simulated");
    }
    const price = subscriptions.price(items.parse(wanted)[0]?.price);
    const made = subscriptions.create(String(customer), price, strings.parse(metadata));
    return showSubscription(account, made, expand);
  });
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
    return showSubscription(account, subscription, expand);
  });
  const end = handle(({ id, expand }) => {
    const subscription = subscriptions.get(id);
    subscriptions.end(subscription);
    return showSubscription(account, subscription, expand);
  });
  return express
    .Router()
    .get("/subscriptions", list)
    .post("/subscriptions", create)
    .get(
      "/subscriptions/:id",
      handle(({ id, expand }) => showSubscription(account, subscriptions.get(id), expand)),
    )
    .post("/subscriptions/:id", update)
    .delete("/subscriptions/:id", end)
    .get(
      "/prices",
      handle(() => listOf("/v1/prices", [...account.prices.values()])),
    );
};

const paymentRoutes = ({ account, subscriptions, handle }: Options): Router => {
  const invoice = (id: string) => {
    const found = account.invoices.get(id);
    if (!found) throw missing("invoice", id);
    return found;
  };
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
  const portal = handle(({ customer }) => {
    const { id } = account.customer(String(customer), "customer");
    const url = `https://billing.stripe.invalid/simulated/${id}`;
    return { id: newId("bps"), object: "billing_portal.session", customer: id, url };
  });
  const listed = handle(({ subscription, status }) =>
    listOf(
      "/v1/invoices",
      [...account.invoices.values()]
        .filter(({ parent }) => parent.subscription_details.subscription === subscription)
        .filter((each) => status === undefined || each.status === status)
        .toReversed()
        .map((each) => showInvoice(each, [])),
    ),
  );
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
  const refund = handle(({ payment_intent, reason }) =>
    account.refund(String(payment_intent), typeof reason === "string" ? reason : null),
  );
  return express
    .Router()
    .get("/invoices", listed)
    .get("/invoice_payments", paymentsOf)
    .post("/refunds", refund)
    .get(
      "/invoices/:id",
      handle(({ id, expand }) => showInvoice(invoice(id), expand)),
    )
    .post(
      "/invoices/:id/pay",
      handle(({ id, expand }) => {
        subscriptions.pay(invoice(id));
        return showInvoice(invoice(id), expand);
      }),
    )
    .post("/payment_intents/:id/confirm", confirm)
    .post("/billing_portal/sessions", portal);
};
