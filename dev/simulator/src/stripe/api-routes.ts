import express, { type Router } from "express";
import { z } from "zod";
import type { StripeCalls, Work } from "./call-handler.ts";
import { type Customer, type Invoice, newId, promotions, type Subscription } from "./objects.ts";
import { StripeFault, missing } from "./stripe-error.ts";
import { firstAmount, itemOf, type StripeAccount } from "./subscriptions.ts";

type ApiCall = [method: "get" | "post" | "delete", path: string, work: Work];

const strings = z.record(z.string(), z.string()).catch({});
const contact = z.object({
  email: z.string().optional(),
  preferred_locales: z.array(z.string()).optional(),
  address: z.object({ country: z.string(), postal_code: z.string().optional() }).optional(),
});
const taxLocation = z.object({ validate_location: z.literal("immediately") });
const paymentSettings = z.object({ payment_method_types: z.tuple([z.literal("card")]) });
const automaticTax = z.object({ enabled: z.literal("true") });
const discounts = z.array(z.object({ promotion_code: z.string() })).default([]);
/** A nested parameter of a query is not nested here. */
const ofIntent = z.object({ "payment[payment_intent]": z.string() });
const purchaseDetails = z.object({ items: z.tuple([z.object({ price: z.string() })]) });
const changeDetails = z.object({
  items: z.tuple([z.object({ id: z.string(), price: z.string() })]),
  proration_behavior: z.literal("always_invoice"),
});
const items = z.array(z.object({ id: z.string().optional(), price: z.string() }));

/** The part of Stripe's API that subscriptions need, under /v1. */
export function apiRoutes(account: StripeAccount, calls: StripeCalls): Router {
  const router = express.Router().use(express.urlencoded({ extended: true }));
  for (const [method, path, work] of [
    ...customerCalls(account),
    ...subscriptionCalls(account),
    ...paymentCalls(account),
  ]) {
    router[method](path, calls.handle(work));
  }
  return router;
}

const customerCalls = (account: StripeAccount): ApiCall[] => [
  ["post", "/customers", ({ metadata }) => account.createCustomer(strings.parse(metadata))],
  ["get", "/customers/:id", ({ id }) => showCustomer(account.customer(id))],
  [
    "post",
    "/customers/:id",
    ({ id, tax, ...given }) =>
      account.changeCustomer(id, contact.parse(given), taxLocation.safeParse(tax).success),
  ],
  ["delete", "/customers/:id", ({ id }) => showCustomer(account.removeCustomer(id))],
];

function subscriptionCalls(account: StripeAccount): ApiCall[] {
  /** The invoice and the setup are ids unless they are expanded. */
  const show = (subscription: Subscription, expand: string[]) => {
    const invoice = account.invoices.get(subscription.latest_invoice ?? "");
    const setup = account.setups.get(subscription.pending_setup_intent ?? "");
    const inside = expand
      .filter((path) => /^latest_invoice(\.|$)/.test(path))
      .map((path) => path.slice("latest_invoice.".length));
    const shown = {
      ...subscription,
      ...(setup && expand.includes("pending_setup_intent") ? { pending_setup_intent: setup } : {}),
      livemode: false,
    };
    if (!invoice || inside.length === 0) return shown;
    return { ...shown, latest_invoice: showInvoice(invoice, inside) };
  };
  const list: Work = ({ customer, status, expand }) => {
    const { id } = account.customer(String(customer), "customer");
    const shown = account
      .subscriptionsOf(id)
      .filter(({ ended_at }) => status === "all" || ended_at === null)
      .map((each) => show(each, expand));
    return listOf("/v1/subscriptions", shown);
  };
  const create: Work = ({ customer, metadata, payment_behavior, expand, ...given }) => {
    if (payment_behavior !== "default_incomplete") {
      throw new StripeFault(400, "Only payment_behavior=default_incomplete is simulated");
    }
    if (!paymentSettings.safeParse(given["payment_settings"]).success) {
      throw new StripeFault(400, "Only payments by card are simulated");
    }
    const price = account.price(items.parse(given["items"])[0]?.price);
    const made = account.subscribe(String(customer), price, strings.parse(metadata), {
      tax: automaticTax.safeParse(given["automatic_tax"]).success,
      promotion: discounts.parse(given["discounts"])[0]?.promotion_code,
    });
    return show(made, expand);
  };
  const update: Work = ({ id, expand, ...given }) => {
    const subscription = account.subscription(id);
    const { cancel_at_period_end: ends, default_payment_method: method, metadata } = given;
    const { cancel_at: endsAt } = given;
    if (ends !== undefined && endsAt !== undefined) {
      throw new StripeFault(400, "Only one of cancel_at and cancel_at_period_end can be set");
    }
    if (metadata !== undefined) throw new StripeFault(400, "Changes of metadata are not simulated");
    if (ends !== undefined) account.endWithPeriod(subscription, ends === "true");
    if (endsAt !== undefined) account.cancelAt(subscription, endsAt === "" ? null : Number(endsAt));
    if (typeof method === "string") subscription.default_payment_method = method;
    if (given["items"] !== undefined) {
      const [changed] = items.parse(given["items"]);
      if (changed?.id !== itemOf(subscription).id) {
        throw missing("subscription_item", changed?.id ?? "", "items[0][id]");
      }
      account.changePrice(subscription, account.price(changed.price));
    }
    return show(subscription, expand);
  };
  return [
    ["get", "/subscriptions", list],
    ["post", "/subscriptions", create],
    ["get", "/subscriptions/:id", ({ id, expand }) => show(account.subscription(id), expand)],
    ["post", "/subscriptions/:id", update],
    [
      "post",
      "/subscription_schedules",
      ({ from_subscription }) => account.plan(String(from_subscription)),
    ],
    ["post", "/subscription_schedules/:id/release", ({ id }) => account.releaseSchedule(id)],
    ["delete", "/subscriptions/:id", ({ id, expand }) => show(account.end(id), expand)],
  ];
}

function paymentCalls(account: StripeAccount): ApiCall[] {
  const list: Work = ({ subscription, customer, status }) => {
    // throws for an unknown one
    if (customer !== undefined) account.customer(String(customer));
    const shown = [...account.invoices.values()]
      .filter(
        (each) =>
          each.customer === customer ||
          each.parent.subscription_details.subscription === subscription,
      )
      .filter((each) => status === undefined || each.status === status)
      .toReversed()
      .map((each) => showInvoice(each, []));
    return listOf("/v1/invoices", shown);
  };
  const changeTotal = (id: string, details: unknown): number => {
    const subscription = account.subscription(id);
    const [item] = changeDetails.parse(details).items;
    if (item.id !== itemOf(subscription).id) throw missing("subscription_item", item.id, "items");
    return account.proration(subscription, account.price(item.price));
  };
  const purchaseTotal = (details: unknown, promotion: string | undefined): number =>
    firstAmount(account.price(purchaseDetails.parse(details).items[0].price), promotion);
  const preview: Work = ({ subscription: id, subscription_details: details, ...given }) => {
    const total =
      id === undefined
        ? purchaseTotal(details, discounts.parse(given["discounts"])[0]?.promotion_code)
        : changeTotal(String(id), details);
    return { object: "invoice", currency: "eur", total, amount_due: Math.max(0, total) };
  };
  const pay: Work = ({ id, expand }) => showInvoice(account.pay(id), expand);
  const voidInvoice: Work = ({ id }) => showInvoice(account.voidInvoice(id), []);
  const paymentsOf: Work = ({ invoice: id, ...query }) => {
    const { data } = ofIntent.safeParse(query);
    const invoice = data
      ? account.invoiceOf(data["payment[payment_intent]"])
      : account.invoice(String(id));
    const intent = account.intentOf(invoice);
    const payment = {
      id: newId("inpay"),
      object: "invoice_payment",
      invoice: invoice.id,
      status: intent?.status === "succeeded" ? "paid" : "open",
      payment: { type: "payment_intent", payment_intent: intent?.id },
    };
    return listOf("/v1/invoice_payments", intent ? [payment] : []);
  };
  const refund: Work = ({ payment_intent, reason }) =>
    account.refund(String(payment_intent), typeof reason === "string" ? reason : null);
  const portal: Work = ({ customer }) => {
    const { id } = account.customer(String(customer), "customer");
    const url = `https://billing.stripe.invalid/simulated/${id}`;
    return { id: newId("bps"), object: "billing_portal.session", customer: id, url };
  };
  const promotionsOf: Work = ({ code, active }) => {
    const wanted = String(code).toUpperCase();
    const found = promotions.filter(
      (each) => each.code === wanted && each.active === (active === "true"),
    );
    return listOf("/v1/promotion_codes", found);
  };
  return [
    ["get", "/promotion_codes", promotionsOf],
    ["get", "/prices/:id", ({ id }) => account.price(id)],
    ["get", "/charges/:id", ({ id }) => account.chargeById(id)],
    ["get", "/invoices", list],
    ["post", "/invoices/create_preview", preview],
    ["get", "/invoices/:id", ({ id }) => showInvoice(account.invoice(id), [])],
    ["post", "/invoices/:id/pay", pay],
    ["post", "/invoices/:id/void", voidInvoice],
    ["get", "/invoice_payments", paymentsOf],
    ["post", "/refunds", refund],
    ["post", "/billing_portal/sessions", portal],
  ];
}

const showCustomer = (customer: Customer) =>
  customer.deleted ? { id: customer.id, object: "customer", deleted: true } : customer;

/** The secret is included only when it is expanded. */
const showInvoice = (invoice: Invoice, expand: string[]) =>
  expand.includes("confirmation_secret") ? invoice : { ...invoice, confirmation_secret: undefined };

const listOf = (url: string, data: unknown[]) => ({ object: "list", url, data, has_more: false });
