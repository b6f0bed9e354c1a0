import { Stripe } from "stripe";
import type { Prices } from "./subscription.ts";

export interface StripeSettings {
  secretKey: string;
  /** Another address than Stripe's own, for development and tests. */
  apiUrl: URL | null;
  prices: Prices;
  /** Where Stripe's page for cards links back to. */
  returnUrl: string | null;
  /** Stripe computes the tax from the address of the customer. */
  tax: boolean;
  promotionCodes: boolean;
}

/** For one call. A call without a response is repeated once with the same key. */
const timeoutMs = 5_000;

export function connect({ secretKey, apiUrl }: StripeSettings): Stripe {
  const address = apiUrl && {
    host: apiUrl.hostname,
    port: apiUrl.port || (apiUrl.protocol === "https:" ? "443" : "80"),
    protocol: apiUrl.protocol === "https:" ? ("https" as const) : ("http" as const),
  };
  return new Stripe(secretKey, {
    ...address,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: "Matinale" },
  });
}
