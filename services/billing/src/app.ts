import type { Product } from "@matinale/contracts";
import { createApp, type Logger } from "@matinale/kit";
import type { Express } from "express";
import type { Checkout } from "./application/checkout.ts";
import type { PaymentOptions } from "./application/take-payments.ts";
import { webhookReader } from "./clients/stripe/webhooks.ts";
import type { appSettings } from "./config.ts";
import { plansRoutes } from "./routes/plans.ts";
import { stripeWebhookRoutes } from "./routes/stripe-webhook.ts";
import { subscriptionRoutes } from "./routes/subscription.ts";

export function billingApp(
  options: PaymentOptions &
    ReturnType<typeof appSettings> & {
      checkout: Checkout;
      product: Product;
      logger: Logger;
    },
): Express {
  const { product, webhookSecrets: secrets, isLive } = options;
  const isStripe = options.provider !== null;
  return createApp({
    service: "billing",
    secret: options.secret,
    logger: options.logger,
    open: [
      plansRoutes(product, options.prices, {
        publishableKey: isStripe ? options.publishableKey : null,
        simulated: options.simulates,
        asksAddress: isStripe && options.asksAddress,
        asksPromotionCode: isStripe && options.asksPromotionCode,
      }),
      stripeWebhookRoutes({ ...options, read: webhookReader({ secrets, isLive }) }),
    ],
    routes: [subscriptionRoutes(options)],
  });
}
