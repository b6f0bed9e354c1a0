import type { Product } from "@matinale/contracts";
import { createApp, type Logger } from "@matinale/kit";
import type { Express } from "express";
import type { Checkout, PaymentMode } from "./application/checkout.ts";
import { webhookReader } from "./clients/stripe/webhooks.ts";
import type { appSettings } from "./config.ts";
import { plansRoutes } from "./routes/plans.ts";
import { stripeWebhookRoutes } from "./routes/stripe-webhook.ts";
import { subscriptionRoutes } from "./routes/subscription.ts";
import type { Stores } from "./store/index.ts";

export function billingApp(
  options: Stores &
    ReturnType<typeof appSettings> & {
      mode: PaymentMode;
      checkout: Checkout;
      clock: () => Date;
      product: Product;
      logger: Logger;
    },
): Express {
  const { product, mode, webhookSecrets: secrets, isLive } = options;
  const isStripe = mode === "stripe";
  return createApp({
    service: "billing",
    secret: options.secret,
    logger: options.logger,
    open: [
      plansRoutes(product, options.prices, {
        publishableKey: isStripe ? options.publishableKey : null,
        simulated: mode === "simulated",
        asksAddress: isStripe && options.asksAddress,
        asksPromotionCode: isStripe && options.asksPromotionCode,
      }),
      stripeWebhookRoutes({ ...options, read: webhookReader({ secrets, isLive }) }),
    ],
    routes: [subscriptionRoutes(options)],
  });
}
