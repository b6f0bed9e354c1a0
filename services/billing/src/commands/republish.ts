// node services/billing/src/commands/republish.ts        after a restore, while the service runs
import { ErasedPeople } from "@matinale/bus";
import { baseEnv, connectMongo, loadConfig, mongoEnv } from "@matinale/kit";
import { z } from "zod";
import { SubscriptionStore } from "../store/subscriptions.ts";

const { PRODUCT_FILE } = baseEnv;
const config = loadConfig(z.object({ ...mongoEnv, PRODUCT_FILE }));
const mongo = await connectMongo(config);
try {
  const erased = new ErasedPeople(mongo);
  const subscriptions = new SubscriptionStore(mongo, erased, config.PRODUCT_FILE);
  const count = await subscriptions.republish(new Date());
  process.stdout.write(`${count} queued again; the service publishes them within seconds.\n`);
} finally {
  await mongo.close();
}
