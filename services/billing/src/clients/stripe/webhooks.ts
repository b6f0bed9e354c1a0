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

/** The fields that billing reads, of the objects that have them. */
const subject = z.object({
  object: z.string().catch(""),
  id: z.string().catch(""),
  customer: z
    .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
    .nullable()
    .catch(null),
  refunded: z.boolean().catch(false),
  charge: z.string().nullable().catch(null),
  status: z.string().catch(""),
});
const event = z.object({
  id: z.string().min(1),
  type: z.string(),
  /** False for events of test keys. */
  livemode: z.boolean().optional(),
  data: z.object({ object: subject, previous_attributes: z.unknown().optional() }),
});
const newCard = z.object({
  invoice_settings: z.object({ default_payment_method: z.string().nullable() }),
});

function chargeIn({ object, id, refunded, charge, status }: z.infer<typeof subject>) {
  if (object === "charge") return refunded ? id : null;
  // a dispute that takes the money back: not an inquiry (`warning_…`), and not one that we have won
  return object === "dispute" && !/^(?:warning_|won$)/u.test(status) ? charge : null;
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
    const about = data.object;
    const isUnfinished = type === "invoice.finalization_failed" && about.object === "invoice";
    return {
      id,
      customerId: about.object === "customer" ? about.id : about.customer,
      cardChanged,
      refundedOrDisputed: chargeIn(about),
      notFinalised: isUnfinished ? about.id : null,
    };
  };
}
