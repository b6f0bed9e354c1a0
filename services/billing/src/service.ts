import { createBus } from "@matinale/bus";
import type { Logger, Service } from "@matinale/kit";
import { awaitMongo, ensureIndexes, mongoCheck } from "@matinale/kit/mongo";
import { billingApp } from "./app.ts";
import { forgettingOf } from "./application/forget-person.ts";
import { comparePrices } from "./application/compare-prices.ts";
import { checkoutOf } from "./application/take-payments.ts";
import { identityContacts } from "./clients/identity-contacts.ts";
import { stripePayments } from "./clients/stripe/payments.ts";
import { appSettings, simulatesPayments, stripeSettings, type Config } from "./config.ts";
import { consumers } from "./consumers/index.ts";
import { billingStores } from "./store/index.ts";
import { billingWorkers } from "./workers/index.ts";

export async function billingService(config: Config, logger: Logger): Promise<Service> {
  const mongo = await awaitMongo(config, logger);
  const bus = createBus(config, { service: "billing", logger });
  const product = config.PRODUCT_FILE;
  const stores = billingStores(mongo, product);
  const clock = () => new Date();
  const forgetting = forgettingOf(stores, clock);
  await ensureIndexes(mongo);
  const stripe = stripeSettings(config);
  const provider = stripe === null ? null : stripePayments(stripe);
  if (provider !== null) await comparePrices(provider, product.plans, logger);
  const deps = {
    ...stores,
    provider,
    simulates: simulatesPayments(config),
    contacts: identityContacts(config),
    logger,
    clock,
  };

  return {
    name: "billing",
    config,
    logger,
    app: billingApp({ ...deps, ...appSettings(config), product, checkout: checkoutOf(deps) }),
    workers: billingWorkers({ ...deps, forgetting }),
    consumers: bus.consume(consumers(stores, forgetting)),
    relay: bus.relay([stores.subscriptions.model]),
    ready: [mongoCheck(mongo)],
    close: [bus, mongo],
  };
}
