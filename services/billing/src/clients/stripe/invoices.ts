import type { Stripe } from "stripe";
import type { Invoice } from "../../domain/payment/payment-provider.ts";

const states: Partial<Record<Stripe.Invoice.Status, Invoice["state"]>> = {
  paid: "paid",
  open: "open",
  uncollectible: "open",
  void: "void",
};

/** Drafts are left out: their amounts can change. */
export function shownInvoices(invoices: readonly Stripe.Invoice[]): Invoice[] {
  return invoices.flatMap((invoice) => {
    const state = invoice.status === null ? undefined : states[invoice.status];
    if (state === undefined) return [];
    return {
      id: invoice.id,
      number: invoice.number,
      createdAt: new Date(invoice.created * 1000),
      amount: invoice.total,
      currency: invoice.currency,
      state,
      pageUrl: invoice.hosted_invoice_url ?? null,
      pdfUrl: invoice.invoice_pdf ?? null,
    };
  });
}
