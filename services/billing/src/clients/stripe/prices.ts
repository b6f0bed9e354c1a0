import type { Stripe } from "stripe";

/**
 * Compares a price at Stripe with the price of a plan on the site.
 *
 * @param cents  euro cents a month
 * @param tax    Stripe computes the tax
 * @returns a sentence about the difference, or null
 */
export function priceProblem(
  price: Stripe.Price | null,
  { id, cents, tax }: { id: string; cents: number; tax: boolean },
): string | null {
  if (price === null) return `${id} does not exist at Stripe`;
  if (!price.active) return `${id} is archived at Stripe`;
  const { unit_amount: amount, currency, recurring } = price;
  if (recurring?.interval !== "month" || recurring.interval_count !== 1) {
    return `${id} is not a monthly price at Stripe`;
  }
  // for "unspecified", settings of the Stripe account decide whether the tax is added
  if (tax && price.tax_behavior !== "inclusive") {
    return `${id} has the tax behaviour ${price.tax_behavior} at Stripe, but the price on the site includes the tax: it must be inclusive`;
  }
  if (amount === cents && currency === "eur") return null;
  return `${id} costs ${amount} cents (${currency}) at Stripe, but ${cents} cents (eur) on the site`;
}
