import type { Logger } from "@matinale/kit";
import type { PaymentProvider } from "../domain/payment/payment-provider.ts";

/**
 * Compares the prices on the site with those at the provider, before anybody can buy. While the provider is away the
 * service starts all the same.
 *
 * @throws when a price differs and real money is taken
 */
export async function comparePrices(
  provider: Pick<PaymentProvider, "wrongPrices">,
  { isLive }: { isLive: boolean },
  logger: Logger,
): Promise<void> {
  const wrong = await provider.wrongPrices().catch((err: unknown) => {
    logger.warn({ err }, "prices were not compared with those at Stripe");
    return [];
  });
  if (wrong.length === 0) return;
  if (isLive) throw new Error(`Prices differ: ${wrong.join("; ")}`);
  logger.warn({ wrong }, "prices differ from those at Stripe");
}
