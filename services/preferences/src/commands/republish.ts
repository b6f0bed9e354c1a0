// node services/preferences/src/commands/republish.ts        after a restore, while the service runs
import { baseEnv, onDatabase } from "@matinale/kit";
import { SubscriberStore } from "../store/subscribers.ts";

const { PRODUCT_FILE } = baseEnv;
await onDatabase(
  async (mongo, config) => {
    const count = await new SubscriberStore(mongo, config.PRODUCT_FILE).republish(new Date());
    process.stdout.write(`${count} queued again; the service publishes them within seconds.\n`);
  },
  { PRODUCT_FILE },
);
