import type { Product } from "@matinale/contracts";
import { createApp, type Logger } from "@matinale/kit";
import type { Express } from "express";
import { catalogueRoutes, chosenCategoriesRoutes } from "./routes/categories.ts";
import { exportRoutes } from "./routes/export.ts";
import { preferencesRoutes } from "./routes/preferences.ts";
import type { SubscriberStore } from "./store/subscribers.ts";

export const preferencesApp = (options: {
  subscribers: SubscriberStore;
  product: Product;
  secret: string;
  logger: Logger;
}): Express =>
  createApp({
    service: "preferences",
    secret: options.secret,
    logger: options.logger,
    open: [catalogueRoutes()],
    routes: [preferencesRoutes, chosenCategoriesRoutes, exportRoutes].map((routes) =>
      routes(options.subscribers, options.product),
    ),
  });
