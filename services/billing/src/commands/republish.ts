// node services/billing/src/commands/republish.ts        after a restore, while the service runs
import { ErasedPeople } from "@matinale/bus";
import { connectMongo, loadConfig, mongoEnv } from "@matinale/kit";
import { z } from "zod";
import { SubscriptionStore } from "../store/subscriptions.ts";

const mongo = await connectMongo(loadConfig(z.object(mongoEnv)));
try {
  const count = await new SubscriptionStore(mongo, new ErasedPeople(mongo)).republish(new Date());
  process.stdout.write(`${count} queued again; the service publishes them within seconds.\n`);
} finally {
  await mongo.close();
}
