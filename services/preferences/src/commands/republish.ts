// node services/preferences/src/commands/republish.ts        after a restore, while the service runs
import { baseEnv, connectMongo, loadConfig, mongoEnv } from "@matinale/kit";
import { z } from "zod";
import { SubscriberStore } from "../store/subscribers.ts";

const { PRODUCT_FILE } = baseEnv;
const config = loadConfig(z.object({ ...mongoEnv, PRODUCT_FILE }));
const mongo = await connectMongo(config);
try {
  const count = await new SubscriberStore(mongo, config.PRODUCT_FILE).republish(new Date());
  process.stdout.write(`${count} queued again; the service publishes them within seconds.\n`);
} finally {
  await mongo.close();
}
