import { createApp, type Logger } from "@matinale/kit";
import type { Deps } from "./application/deps.ts";
import type { Config } from "./config.ts";
import { automationRoutes } from "./routes/automation.ts";
import { deliverNewsRoutes } from "./routes/deliver-news.ts";
import { exportRoutes } from "./routes/export.ts";
import { messageHistoryRoutes } from "./routes/message-history.ts";
import { resetCodeRoutes } from "./routes/reset-codes.ts";
import { serviceStatusRoutes } from "./routes/service-status.ts";
import { webhookRoutes } from "./routes/webhooks.ts";
import { businessNumberRoutes, whatsappRoutes } from "./routes/whatsapp.ts";

export const deliveryApp = (config: Config, logger: Logger, deps: Deps) =>
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
