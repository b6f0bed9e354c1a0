import type { PaymentProvider, ProviderSubscription } from "../domain/payment/payment-provider.ts";

export const monthStart = new Date("2026-11-01T08:00:00Z");
export const monthEnd = new Date("2026-12-01T08:00:00Z");

/** A running subscription at the payment provider, with these fields instead of its own. */
export const providerSubscription = (
  fields: Partial<ProviderSubscription> = {},
): ProviderSubscription => ({
  id: "sub_1",
  state: "running",
  planId: 2,
  createdAt: monthStart,
  paidAt: monthStart,
  periodEndsAt: monthEnd,
  endsAt: null,
  unpaidSince: null,
  clientSecret: null,
  dueToday: null,
  details: null,
  changingTo: null,
  lastInvoice: "in_1",
  ...fields,
});

/** A payment provider whose other calls a test does not use. */
export const providerWith = (calls: Partial<PaymentProvider>) => calls as PaymentProvider;
