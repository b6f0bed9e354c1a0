import type { Plan } from "@matinale/contracts";
import type { Logger } from "@matinale/kit";
import type { PaymentProvider } from "../domain/payment/payment-provider.ts";

/**
 * Compares the prices on the site with those at the provider, before a plan can be bought. While the provider is away,
 * the service starts without the comparison.
 *
 * @throws when a price differs
 */
export async function comparePrices(
  provider: Pick<PaymentProvider, "priceProblems">,
  plans: readonly Plan[],
  logger: Logger,
): Promise<void> {
  const wrong = await provider.priceProblems(plans).catch((err: unknown) => {
    logger.warn({ err }, "comparing the prices with those at Stripe failed, starting without it");
    return [];
  });
  if (wrong.length > 0) {
    throw new Error(
      `Prices differ, correct them in PRODUCT_FILE or at Stripe: ${wrong.join("; ")}`,
    );
  }
}
