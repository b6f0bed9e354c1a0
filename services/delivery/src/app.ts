import { createApp, type Logger } from "@matinale/kit";
import type { Config } from "./config.ts";
import { automationRoutes } from "./routes/automation.ts";
import { deliverNewsRoutes, type DeliverNewsDeps } from "./routes/deliver-news.ts";
import { exportRoutes, messageHistoryRoutes } from "./routes/message-history.ts";
import type { ResetCodeDeps } from "./application/send-reset-code.ts";
import { resetCodeRoutes } from "./routes/reset-codes.ts";
import { serviceStatusRoutes, type ServiceStatusDeps } from "./routes/service-status.ts";
import { webhookRoutes, type WebhookDeps } from "./routes/webhooks.ts";
import { businessNumberRoutes, whatsappRoutes, type WhatsappRouteDeps } from "./routes/whatsapp.ts";

export type AppDeps = DeliverNewsDeps &
  WhatsappRouteDeps &
  WebhookDeps &
  ResetCodeDeps &
  ServiceStatusDeps;

export const deliveryApp = (config: Config, logger: Logger, deps: AppDeps) =>
  createApp({
    service: "delivery",
    secret: config.INTERNAL_TOKEN_SECRET,
    logger,
    open: [
      webhookRoutes(deps),
      businessNumberRoutes(config),
      serviceStatusRoutes(config.PRODUCT_FILE.incidents, deps),
      resetCodeRoutes(deps, config.INTERNAL_TOKEN_SECRET),
    ],
    routes: [
      whatsappRoutes(config, deps),
      deliverNewsRoutes(config, deps),
      messageHistoryRoutes(deps),
      automationRoutes(deps),
      exportRoutes(deps),
    ],
  });
