// node services/identity/src/commands/republish.ts        after a restore, while the service runs
import { untilPublished } from "@matinale/bus";
import { onDatabase } from "@matinale/kit/mongo";
import { UserStore } from "../store/users.ts";

await onDatabase(async (mongo) => {
  const users = new UserStore(mongo);
  const count = await users.republish(new Date());
  process.stdout.write(`${count} recorded; waiting until the service has published them.\n`);
  await untilPublished(users.model);
  process.stdout.write("All are published.\n");
});
