import { createBus, ErasedPeople, forgetAgain } from "@matinale/bus";
import {
  awaitMongo,
  createLogger,
  ensureIndexes,
  loadConfig,
  mongoReady,
  runService,
} from "@matinale/kit";
import { billingApp } from "./app.ts";
import { appSettings, paymentMode, providerOf, schema } from "./config.ts";
import { subscriptions as consumed } from "./consumers/index.ts";
import { trialEnds } from "./workers/end-trials.ts";
import { forgettingOf } from "./application/forget-person.ts";
import { createPayments } from "./application/take-payments.ts";
import { StripeJobStore } from "./store/stripe-jobs.ts";
import { SubscriptionStore } from "./store/subscriptions.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "billing", level: config.LOG_LEVEL });
const mongo = await awaitMongo(config, logger);
const bus = createBus(config, { service: "billing", logger });
const erased = new ErasedPeople(mongo);
const stores = {
  subscriptions: new SubscriptionStore(mongo, erased),
  stripeJobs: new StripeJobStore(mongo),
};
await ensureIndexes(mongo);
const forgetting = forgettingOf(erased, stores);
const mode = paymentMode(config);
const payments = createPayments({ ...stores, mode, provider: providerOf(config), logger });

await runService({
  name: "billing",
  config,
  logger,
  app: billingApp({ ...stores, ...appSettings(config), payments, logger }),
  jobs: [
    trialEnds(stores.subscriptions, logger),
    ...payments.jobs,
    forgetAgain(forgetting, { logger }),
  ],
  consumers: bus.consume(consumed(stores, forgetting)),
  relay: bus.relay([stores.subscriptions.model]),
  ready: [mongoReady(mongo)],
  close: [bus, mongo],
});
