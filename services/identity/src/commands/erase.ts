// node services/identity/src/commands/erase.ts <user id>…        after a restore, while the service runs
import { asUserId } from "@matinale/contracts";
import { connectMongo, loadConfig, mongoEnv } from "@matinale/kit";
import { z } from "zod";
import { UserStore } from "../store/users.ts";

const ids = process.argv.slice(2);
const mongo = await connectMongo(loadConfig(z.object(mongoEnv)));
try {
  const users = new UserStore(mongo);
  for (const id of ids) {
    const there = await users.erase(asUserId(id), new Date());
    process.stdout.write(`${id}  ${there ? "erased" : "was not there"}\n`);
  }
} finally {
  await mongo.close();
}
