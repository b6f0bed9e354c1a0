// node services/identity/src/commands/user-id.ts <e-mail address>: the id that timeline and the logs have
import { endWithUsage } from "@matinale/kit";
import { onDatabase } from "@matinale/kit/mongo";
import { UserStore } from "../store/users.ts";

const [email = ""] = process.argv.slice(2);
if (email === "") endWithUsage("usage: user-id.ts <e-mail address>");
await onDatabase(async (mongo) => {
  const user = await new UserStore(mongo).byEmail(email);
  if (user !== null) return void process.stdout.write(`${user._id}\n`);
  process.stderr.write("no account has this e-mail address\n");
  process.exitCode = 1;
});
