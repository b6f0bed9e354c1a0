import { createBus } from "@matinale/bus";
import {
  connectMongo,
  createLogger,
  ensureIndexes,
  loadConfig,
  mongoReady,
  runService,
} from "@matinale/kit";
import { billingApp } from "./app.ts";
import { pricesOf, schema } from "./config.ts";
import { subscriptions } from "./events/subscriptions.ts";
import { trialEnds } from "./jobs/end-trials.ts";
import { SubscriptionStore } from "./store/subscriptions.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "billing", level: config.LOG_LEVEL });
const mongo = await connectMongo(config);
const bus = createBus(config, { service: "billing", logger });
const store = new SubscriptionStore(mongo);
await ensureIndexes(mongo);

await runService({
  name: "billing",
  config,
  logger,
  app: billingApp({
    subscriptions: store,
    prices: pricesOf(config),
    secret: config.INTERNAL_TOKEN_SECRET,
    logger,
  }),
  jobs: [trialEnds(store, logger)],
  consumers: bus.consume(subscriptions(store)),
  relay: bus.relay([store.model]),
  ready: [mongoReady(mongo)],
  close: [bus, mongo],
});
