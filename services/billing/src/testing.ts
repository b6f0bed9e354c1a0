import { connectMongo, ensureIndexes } from "@matinale/kit";
import { caller, listen, silentLogger, testDatabase, testSecret } from "@matinale/kit/testing";
import { billingApp } from "./app.ts";
import { SubscriptionStore } from "./store/subscriptions.ts";

/** Billing on a database of its own, without Kafka: `subscriptions.model` holds what it would publish. */
export async function startBilling() {
  const database = testDatabase("billing");
  const mongo = await connectMongo(database);
  const subscriptions = new SubscriptionStore(mongo);
  await ensureIndexes(mongo);
  const prices = { 1: "price_one", 2: "price_two", 3: "price_three" };
  const logger = silentLogger;
  const server = await listen(billingApp({ subscriptions, prices, secret: testSecret, logger }));
  return {
    subscriptions,
    call: caller(server.url, "billing"),
    stop: async () => {
      await server.close();
      await mongo.close();
      await database.drop();
    },
  };
}
