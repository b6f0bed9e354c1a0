// node services/billing/src/commands/republish.ts        after a restore, while the service runs
import { ErasedPeople } from "@matinale/bus";
import { baseEnv, onDatabase } from "@matinale/kit";
import { SubscriptionStore } from "../store/subscriptions.ts";

const { PRODUCT_FILE } = baseEnv;
await onDatabase(
  async (mongo, config) => {
    const erased = new ErasedPeople(mongo);
    const subscriptions = new SubscriptionStore(mongo, erased, config.PRODUCT_FILE);
    const count = await subscriptions.republish(new Date());
    process.stdout.write(`${count} queued again; the service publishes them within seconds.\n`);
  },
  { PRODUCT_FILE },
);
