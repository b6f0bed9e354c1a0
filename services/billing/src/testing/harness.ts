import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import {
  caller,
  listen,
  silentLogger,
  testDatabase,
  testProduct,
  testSecret,
} from "@matinale/kit/testing";
import { billingApp } from "../app.ts";
import type { Contacts, PaymentProvider } from "../domain/payment/payment-provider.ts";
import { forgettingOf } from "../application/forget-person.ts";
import { checkoutOf } from "../application/take-payments.ts";
import { billingStores } from "../store/index.ts";

const testPrices = { 1: "price_one", 2: "price_two", 3: "price_three" };
export const testWebhookSecret = "whsec_test_now";

type Database = ReturnType<typeof testDatabase>;
/** `fixed`: the time for payments and workers; null is the present. */
type Time = { fixed: Date | null };

interface BillingOptions {
  /** False: nothing can be bought without a provider. */
  simulates?: boolean;
  provider?: PaymentProvider;
  contacts?: Contacts;
  isLive?: boolean;
  offers?: { tax: boolean; promotionCodes: boolean };
  /** Starts another replica of this one: on the same database, with the same time and its own connections. */
  replicaOf?: { database: Database; time: Time };
}

/** Billing on its own database, without Kafka: outboxes in `subscriptions.model` hold what it would publish. */
export async function startBilling(options: BillingOptions = {}) {
  const { replicaOf, offers = { tax: false, promotionCodes: false } } = options;
  const database = replicaOf?.database ?? testDatabase("billing");
  const mongo = await connectMongo(database);
  const stores = billingStores(mongo, testProduct);
  await ensureIndexes(mongo);
  const logger = silentLogger;
  const time: Time = replicaOf?.time ?? { fixed: null };
  const { provider = null, simulates = provider === null } = options;
  const clock = () => time.fixed ?? new Date();
  const contacts = options.contacts ?? { of: async () => null };
  const shared = { ...stores, provider, simulates, contacts, logger, clock };
  const checkout = checkoutOf(shared);
  const app = billingApp({
    ...shared,
    checkout,
    product: testProduct,
    prices: testPrices,
    publishableKey: "pk_test_browser",
    webhookSecrets: ["whsec_test_before", testWebhookSecret],
    asksAddress: offers.tax,
    asksPromotionCode: offers.promotionCodes,
    isLive: options.isLive ?? false,
    secret: testSecret,
  });
  const server = await listen(app);
  return {
    ...shared,
    forgetting: forgettingOf(stores, clock),
    mongo,
    database,
    checkout,
    time,
    url: server.url,
    call: caller(server.url, "billing"),
    stop: async () => {
      await server.close();
      await mongo.close();
      if (replicaOf === undefined) await database.drop();
    },
  };
}

export type TestBilling = Awaited<ReturnType<typeof startBilling>>;
