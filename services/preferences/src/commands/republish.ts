// node services/preferences/src/commands/republish.ts        after a restore, while the service runs
import { untilPublished } from "@matinale/bus";
import { baseEnv } from "@matinale/kit";
import { onDatabase } from "@matinale/kit/mongo";
import { SubscriberStore } from "../store/subscribers.ts";

const { PRODUCT_FILE } = baseEnv;
await onDatabase(
  async (mongo, config) => {
    const subscribers = new SubscriberStore(mongo, config.PRODUCT_FILE);
    const count = await subscribers.republish(new Date());
    process.stdout.write(`${count} recorded; waiting until the service has published them.\n`);
    await untilPublished(subscribers.model);
    process.stdout.write("All are published.\n");
  },
  { PRODUCT_FILE },
);
