// node services/billing/dist/commands/migrate.js        before the pods of a release start
import { defaultProductFile, readProduct } from "@matinale/kit";
import { runMigrations } from "@matinale/kit/mongo";
import { billingStores } from "../store/index.ts";

// only the indexes of the stores are used, for which any plans do
await runMigrations("billing", (mongo) =>
  Object.values(billingStores(mongo, readProduct(defaultProductFile))),
);
