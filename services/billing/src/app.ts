import { createApp } from "@matinale/kit";
import type { Logger } from "@matinale/kit";
import type { Express } from "express";
import { meRoutes } from "./routes/me.ts";
import { plansRoutes } from "./routes/plans.ts";
import type { Prices } from "./routes/plans.ts";
import type { SubscriptionStore } from "./store/subscriptions.ts";

export const billingApp = (options: {
  subscriptions: SubscriptionStore;
  prices: Prices;
  secret: string;
  logger: Logger;
}): Express =>
  createApp({
    service: "billing",
    secret: options.secret,
    logger: options.logger,
    open: [plansRoutes(options.prices)],
    routes: [meRoutes(options.subscriptions)],
  });
