// node services/billing/src/commands/republish.ts        after a restore, while the service runs
import { untilPublished } from "@matinale/bus";
import { baseEnv } from "@matinale/kit";
import { onDatabase } from "@matinale/kit/mongo";
import { billingStores } from "../store/index.ts";

const { PRODUCT_FILE } = baseEnv;
await onDatabase(
  async (mongo, config) => {
    const { subscriptions } = billingStores(mongo, config.PRODUCT_FILE);
    const count = await subscriptions.republish(new Date());
    process.stdout.write(`${count} recorded; waiting until the service has published them.\n`);
    await untilPublished(subscriptions.model);
    process.stdout.write("All are published.\n");
  },
  { PRODUCT_FILE },
);
