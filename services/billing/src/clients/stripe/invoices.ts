import type { Stripe } from "stripe";
import type { Invoice } from "../../domain/payment/payment-provider.ts";

const states: Partial<Record<Stripe.Invoice.Status, Invoice["state"]>> = {
  paid: "paid",
  open: "open",
  uncollectible: "open",
  void: "void",
};

/** Drafts are left out: their amounts can change. */
export function shownInvoices(bills: readonly Stripe.Invoice[]): Invoice[] {
  return bills.flatMap((bill) => {
    const state = bill.status === null ? undefined : states[bill.status];
    if (state === undefined) return [];
    return {
      id: bill.id,
      number: bill.number,
      createdAt: new Date(bill.created * 1000),
      amount: bill.total,
      currency: bill.currency,
      state,
      pageUrl: bill.hosted_invoice_url ?? null,
      pdfUrl: bill.invoice_pdf ?? null,
    };
  });
}
