// node services/preferences/src/commands/republish.ts        after a restore, while the service runs
import { connectMongo, loadConfig, mongoEnv } from "@matinale/kit";
import { z } from "zod";
import { SubscriberStore } from "../store/subscribers.ts";

const mongo = await connectMongo(loadConfig(z.object(mongoEnv)));
try {
  const count = await new SubscriberStore(mongo).republish(new Date());
  process.stdout.write(`${count} queued again; the service publishes them within seconds.\n`);
} finally {
  await mongo.close();
}
