// node services/delivery/src/commands/account-events.ts
import { connectMongo, loadConfig, mongoEnv } from "@matinale/kit";
import { z } from "zod";
import { AccountEvents } from "../store/account-events.ts";

const listed = 100;

const mongo = await connectMongo(loadConfig(z.object(mongoEnv)));
try {
  const events = await new AccountEvents(mongo).latest(listed);
  if (events.length === 0) process.stdout.write("The provider has reported nothing.\n");
  for (const { storedAt, field, details } of events) {
    process.stdout.write(`${storedAt.toISOString()} ${field}: ${details}\n`);
  }
} finally {
  await mongo.close();
}
