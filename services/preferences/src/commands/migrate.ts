// node services/preferences/dist/commands/migrate.js        before the pods of a release start
import { ErasedPeople } from "@matinale/bus";
import { defaultProductFile, readProduct } from "@matinale/kit";
import { runMigrations } from "@matinale/kit/mongo";
import { SubscriberStore } from "../store/subscribers.ts";

await runMigrations("preferences", (mongo) => [
  new ErasedPeople(mongo),
  // only the indexes of the store are used, for which any plans do
  new SubscriberStore(mongo, readProduct(defaultProductFile)),
]);
