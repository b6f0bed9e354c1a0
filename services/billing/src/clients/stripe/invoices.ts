import { Stripe } from "stripe";
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

export const idOf = (object: string | { id: string }): string =>
  typeof object === "string" ? object : object.id;

/** Voids an open invoice: it cannot be paid afterwards. @returns false when it was already paid */
export async function voidInvoice(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await stripe.invoices.voidInvoice(id);
  } catch (error) {
    // Stripe refuses every invoice that is not open, without a code that says why: read the invoice
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { status } = await stripe.invoices.retrieve(id);
    if (status === "paid") return false;
    // a draft takes no money either: a cancelled subscription does not finalise it
    if (status !== "void" && status !== "draft") throw error;
  }
  return true;
}

/**
 * Voids a customer's open invoices for subscriptions: each can be paid on its page at Stripe, also after the end of its
 * subscription.
 */
export async function voidOpenInvoices(stripe: Stripe, customer: string): Promise<void> {
  const open = await stripe.invoices.list({ customer, status: "open", limit: 50 });
  for (const { id, parent } of open.data) {
    if (parent?.type === "subscription_details") await voidInvoice(stripe, id);
  }
}

export async function invoiceOfCharge(
  stripe: Stripe,
  { payment_intent: intent }: Stripe.Charge,
): Promise<Stripe.Invoice | null> {
  if (intent === null) return null;
  const payment = { type: "payment_intent", payment_intent: idOf(intent) } as const;
  const [found] = (await stripe.invoicePayments.list({ payment })).data;
  return found ? stripe.invoices.retrieve(idOf(found.invoice)) : null;
}

/**
 * Refunds every payment for a subscription since the start of a month, in seconds since the epoch.
 *
 * @returns invoices whose refund Stripe refuses
 */
export async function refundSince(
  stripe: Stripe,
  subscription: string,
  since: number,
): Promise<string[]> {
  const invoices = await stripe.invoices.list({ subscription, status: "paid", limit: 50 });
  const refused: string[] = [];
  for (const invoice of invoices.data.filter(({ created }) => created >= since)) {
    const payments = await stripe.invoicePayments.list({ invoice: invoice.id, status: "paid" });
    for (const { payment } of payments.data) {
      if (payment.payment_intent === undefined) continue;
      if (!(await refund(stripe, idOf(payment.payment_intent)))) refused.push(invoice.id);
    }
  }
  return refused;
}

/** @returns false when Stripe refuses; true also when the payment was refunded before */
const refund = (stripe: Stripe, paymentIntent: string): Promise<boolean> =>
  stripe.refunds
    .create(
      { payment_intent: paymentIntent, reason: "duplicate" },
      { idempotencyKey: `refund:${paymentIntent}` },
    )
    .then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return error.code === "charge_already_refunded";
      },
    );
