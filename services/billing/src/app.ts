import type { Product } from "@matinale/contracts";
import { createApp, type Logger } from "@matinale/kit";
import type { Express } from "express";
import { webhookReader } from "./clients/stripe/webhooks.ts";
import type { Payments } from "./application/take-payments.ts";
import type { appSettings } from "./config.ts";
import { plansRoutes } from "./routes/plans.ts";
import { stripeWebhookRoutes } from "./routes/stripe-webhook.ts";
import { subscriptionRoutes } from "./routes/subscription.ts";
import type { Stores } from "./store/index.ts";

export function billingApp(
  options: Stores &
    ReturnType<typeof appSettings> & {
      payments: Payments;
      wakeStripeJobs: () => void;
      product: Product;
      logger: Logger;
    },
): Express {
  const { subscriptions, stripeJobs, payments, product, prices, wakeStripeJobs } = options;
  const { mode } = payments;
  const isStripe = mode === "stripe";
  const read = webhookReader({ secrets: options.webhookSecrets, isLive: options.isLive });
  return createApp({
    service: "billing",
    secret: options.secret,
    logger: options.logger,
    open: [
      plansRoutes(product, prices, {
        publishableKey: isStripe ? options.publishableKey : null,
        simulated: mode === "simulated",
        asksAddress: isStripe && options.asksAddress,
        asksPromotionCode: isStripe && options.asksPromotionCode,
      }),
      stripeWebhookRoutes({
        read,
        stripeJobs,
        isKnown: async (customerId) => (await subscriptions.ofCustomer(customerId)) !== null,
        wakeStripeJobs,
        logger: options.logger,
      }),
    ],
    routes: [subscriptionRoutes(subscriptions, payments, product)],
  });
}
