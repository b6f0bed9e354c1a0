import { Stripe } from "stripe";
import { z } from "zod";

/** What is used of a webhook: its id and its customer. Everything else is read from Stripe again. */
export interface StripeEvent {
  id: string;
  customerId: string | null;
  /** The customer has another default card. */
  cardChanged: boolean;
}

/** Seconds; older webhooks are replays. */
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
const withCustomer = z.object({
  customer: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]),
});

function customerIn(subject: unknown): string | null {
  const itself = ofCustomer.safeParse(subject);
  if (itself.success) return itself.data.id;
  const of = withCustomer.safeParse(subject);
  return of.success ? of.data.customer : null;
}

/**
 * Reads webhooks signed with one of `secrets`; two at once while they are rotated.
 *
 * @param options.isLive whether our key is a live one; null without a key
 * @returns null when none of them signed it, too long ago, or for keys of the other mode
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
        // Not signed by this secret, a header that cannot be read, or a body that is no JSON: all are refused.
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
    return { id, customerId: customerIn(data.object), cardChanged };
  };
}
