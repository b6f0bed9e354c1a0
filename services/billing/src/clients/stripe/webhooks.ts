import { Stripe } from "stripe";
import { z } from "zod";

/** The part of a webhook that billing uses. It reads everything else from Stripe again. */
export interface StripeEvent {
  id: string;
  customerId: string | null;
  cardChanged: boolean;
  /** The charge that was refunded in full or is disputed. */
  refundedOrDisputed: string | null;
  /** The invoice that Stripe could not finalise, for instance because it no longer knows the place for the tax. */
  notFinalised: string | null;
}

/** Older webhooks are refused as replays. */
const toleranceSeconds = 300;

const event = z.object({
  id: z.string().min(1),
  type: z.string(),
  /** False for events of test keys. */
  livemode: z.boolean().optional(),
  data: z.object({ object: z.unknown(), previous_attributes: z.unknown().optional() }),
});
const newCard = z.object({
  invoice_settings: z.object({ default_payment_method: z.string().nullable() }),
});
const ofCustomer = z.object({ object: z.literal("customer"), id: z.string() });
const refunded = z.object({
  object: z.literal("charge"),
  id: z.string(),
  refunded: z.literal(true),
});
/** A dispute that takes the money back: not an inquiry (`warning_…`), and not one that we have won. */
const dispute = z.object({
  object: z.literal("dispute"),
  charge: z.string(),
  status: z.string().refine((status) => !/^(?:warning_|won$)/u.test(status)),
});
const invoice = z.object({ object: z.literal("invoice"), id: z.string() });
const withCustomer = z.object({
  customer: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]),
});

function customerIn(subject: unknown): string | null {
  const itself = ofCustomer.safeParse(subject);
  if (itself.success) return itself.data.id;
  const owned = withCustomer.safeParse(subject);
  return owned.success ? owned.data.customer : null;
}

function chargeIn(subject: unknown): string | null {
  const charge = refunded.safeParse(subject);
  return charge.success ? charge.data.id : (dispute.safeParse(subject).data?.charge ?? null);
}

/**
 * Reads webhooks that are signed with one of `secrets`: there are two while a secret is rotated.
 *
 * @param options.isLive whether our key is a live key; null without a key
 * @returns null when no secret fits, the signature is too old, or the event is of the other mode, test or live
 */
export function webhookReader(options: {
  secrets: readonly string[];
  isLive: boolean | null;
}): (body: Buffer, signature: string) => StripeEvent | null {
  const { secrets, isLive } = options;
  const verified = (body: Buffer, signature: string): unknown => {
    for (const secret of secrets) {
      try {
        return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds);
      } catch {
        // not signed with this secret, a malformed header, or a body that is not JSON: all are refused
      }
    }
    return null;
  };
  return (body, signature) => {
    const read = event.safeParse(verified(body, signature));
    if (!read.success) return null;
    const { id, type, livemode, data } = read.data;
    if (isLive !== null && livemode === !isLive) return null;
    const cardChanged =
      type === "customer.updated" && newCard.safeParse(data.previous_attributes).success;
    return {
      id,
      customerId: customerIn(data.object),
      cardChanged,
      refundedOrDisputed: chargeIn(data.object),
      notFinalised:
        type === "invoice.finalization_failed"
          ? (invoice.safeParse(data.object).data?.id ?? null)
          : null,
    };
  };
}
