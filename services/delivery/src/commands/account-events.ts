// node services/delivery/src/commands/account-events.ts
import { onDatabase } from "@matinale/kit/mongo";
import { AccountEvents } from "../store/account-events.ts";

const listed = 100;

await onDatabase(async (mongo) => {
  const events = await new AccountEvents(mongo).latest(listed);
  if (events.length === 0) process.stdout.write("The provider has reported nothing.\n");
  for (const { storedAt, field, details } of events) {
    process.stdout.write(`${storedAt.toISOString()} ${field}: ${details}\n`);
  }
});
