import { ErasedPeople } from "@matinale/bus";
import { connectMongo, ensureIndexes } from "@matinale/kit";
import { caller, listen, silentLogger, testDatabase, testSecret } from "@matinale/kit/testing";
import { billingApp } from "../app.ts";
import type { PaymentProvider } from "../domain/payment/payment-provider.ts";
import type { PaymentMode } from "../application/checkout.ts";
import { forgettingOf } from "../application/forget-person.ts";
import { createPayments } from "../application/take-payments.ts";
import { StripeJobStore } from "../store/stripe-jobs.ts";
import { SubscriptionStore } from "../store/subscriptions.ts";

const testPrices = { 1: "price_one", 2: "price_two", 3: "price_three" };
export const testWebhookSecret = "whsec_test_now";

type Database = ReturnType<typeof testDatabase>;
type Clock = { now: Date | null };

/**
 * Billing on a database of its own, without Kafka: `subscriptions.model` holds what it would publish.
 * `now.now` is the time that payments go by, the present unless it is set. `beside` starts another
 * replica of one that runs: with connections of its own, on the same database and by the same clock.
 */
export async function startBilling(
  options: {
    mode?: PaymentMode;
    provider?: PaymentProvider;
    isLive?: boolean;
    beside?: { database: Database; now: Clock };
  } = {},
) {
  const { beside } = options;
  const database = beside?.database ?? testDatabase("billing");
  const mongo = await connectMongo(database);
  const erased = new ErasedPeople(mongo);
  const stores = {
    subscriptions: new SubscriptionStore(mongo, erased),
    stripeJobs: new StripeJobStore(mongo),
  };
  await ensureIndexes(mongo);
  const logger = silentLogger;
  const clock: Clock = beside?.now ?? { now: null };
  const { provider = null } = options;
  const mode = options.mode ?? (provider ? "stripe" : "simulated");
  const time = () => clock.now ?? new Date();
  const shared = { ...stores, mode, provider, logger, clock: time };
  const payments = createPayments({ ...shared, wakeReconcileDue: () => undefined });
  const app = billingApp({
    ...stores,
    payments,
    wakeStripeJobs: () => undefined,
    prices: testPrices,
    publishableKey: "pk_test_browser",
    webhookSecrets: ["whsec_test_before", testWebhookSecret],
    isLive: options.isLive ?? false,
    secret: testSecret,
    logger,
  });
  const server = await listen(app);
  return {
    ...shared,
    forgetting: forgettingOf(erased, stores, time),
    mongo,
    database,
    payments,
    now: clock,
    url: server.url,
    call: caller(server.url, "billing"),
    stop: async () => {
      await server.close();
      await mongo.close();
      if (beside === undefined) await database.drop();
    },
  };
}
