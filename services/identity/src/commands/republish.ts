// node services/identity/src/commands/republish.ts        after a restore, while the service runs
import { onDatabase } from "@matinale/kit";
import { UserStore } from "../store/users.ts";

await onDatabase(async (mongo) => {
  const count = await new UserStore(mongo).republish(new Date());
  process.stdout.write(`${count} queued again; the service publishes them within seconds.\n`);
});
