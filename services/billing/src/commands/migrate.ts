// node services/billing/dist/commands/migrate.js        before the pods of a release start
import { ErasedPeople } from "@matinale/bus";
import { defaultProductFile, readProduct, runMigrations } from "@matinale/kit";
import { SubscriptionStore } from "../store/subscriptions.ts";
import { StripeJobStore } from "../store/stripe-jobs.ts";

await runMigrations("billing", (mongo) => {
  const erased = new ErasedPeople(mongo);
  // only the indexes of the stores are used, for which any plans do
  const product = readProduct(defaultProductFile);
  return [new SubscriptionStore(mongo, erased, product), new StripeJobStore(mongo)];
});
