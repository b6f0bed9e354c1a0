import type { Account } from "./account.ts";
import type { Customer, Invoice, Subscription } from "./objects.ts";

/** The `expand[]` parameter of a request. */
export type Expand = readonly string[];

export function showInvoice(invoice: Invoice, expand: Expand): unknown {
  const { confirmation_secret, ...rest } = invoice;
  return expand.includes("confirmation_secret") ? { ...rest, confirmation_secret } : rest;
}

/** The invoice is an id unless it is expanded. Its secret is included only when requested. */
export function showSubscription(
  account: Account,
  subscription: Subscription,
  expand: Expand,
): unknown {
  const invoice = account.invoices.get(subscription.latest_invoice ?? "");
  const deeper = expand.flatMap((path) =>
    path === "latest_invoice" || path.startsWith("latest_invoice.")
      ? [path.slice("latest_invoice.".length)]
      : [],
  );
  if (!invoice || deeper.length === 0) return { ...subscription, livemode: false };
  return { ...subscription, livemode: false, latest_invoice: showInvoice(invoice, deeper) };
}

export const showCustomer = (customer: Customer): unknown =>
  customer.deleted ? { id: customer.id, object: "customer", deleted: true } : customer;

export const listOf = (url: string, data: unknown[]) => ({
  object: "list",
  url,
  data,
  has_more: false,
});
