import { createApp, type Logger } from "@matinale/kit";
import type { Config } from "./config.ts";
import { automationRoutes } from "./routes/automation.ts";
import { deliverNewsRoutes, type DeliverNewsDeps } from "./routes/deliver-news.ts";
import { exportRoutes, messageHistoryRoutes } from "./routes/message-history.ts";
import { webhookRoutes, type WebhookDeps } from "./routes/webhooks.ts";
import { businessNumberRoutes, whatsappRoutes, type WhatsappRouteDeps } from "./routes/whatsapp.ts";

export type AppDeps = DeliverNewsDeps & WhatsappRouteDeps & WebhookDeps;

export const deliveryApp = (config: Config, logger: Logger, deps: AppDeps) =>
  createApp({
    service: "delivery",
    secret: config.INTERNAL_TOKEN_SECRET,
    logger,
    open: [webhookRoutes(deps), businessNumberRoutes(config)],
    routes: [
      whatsappRoutes(config, deps),
      deliverNewsRoutes(config, deps),
      messageHistoryRoutes(deps),
      automationRoutes(deps),
      exportRoutes(deps),
    ],
  });
