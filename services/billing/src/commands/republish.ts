// node services/billing/src/commands/republish.ts        after a restore, while the service runs
import { ErasedPeople, untilPublished } from "@matinale/bus";
import { baseEnv, onDatabase } from "@matinale/kit";
import { SubscriptionStore } from "../store/subscriptions.ts";

const { PRODUCT_FILE } = baseEnv;
await onDatabase(
  async (mongo, config) => {
    const erased = new ErasedPeople(mongo);
    const subscriptions = new SubscriptionStore(mongo, erased, config.PRODUCT_FILE);
    const count = await subscriptions.republish(new Date());
    process.stdout.write(`${count} recorded; waiting until the service has published them.\n`);
    await untilPublished(subscriptions.model);
    process.stdout.write("All are published.\n");
  },
  { PRODUCT_FILE },
);
