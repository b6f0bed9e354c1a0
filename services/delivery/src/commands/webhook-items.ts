// node services/delivery/src/commands/webhook-items.ts list | retry <id> | retry all
import { onDatabase } from "@matinale/kit/mongo";
import { WebhookItems } from "../store/webhook-items.ts";

const listed = 200;

const [command = "list", id] = process.argv.slice(2);
await onDatabase(async (mongo) => {
  const items = new WebhookItems(mongo);
  if (command === "retry" && id !== undefined) {
    const count = await items.retry(id === "all" ? null : id, new Date());
    process.stdout.write(`${count} will be tried again.\n`);
  } else if (command === "list") {
    const setAside = await items.setAside(listed);
    if (setAside.length === 0) process.stdout.write("No webhook item is set aside.\n");
    for (const { _id, kind, failedAt, attempts, reason } of setAside) {
      const at = failedAt.toISOString();
      process.stdout.write(`${_id} ${kind} of ${at}, ${attempts} attempts: ${reason}\n`);
    }
  } else {
    process.stderr.write("usage: webhook-items.ts list | retry <id> | retry all\n");
    process.exitCode = 2;
  }
});
