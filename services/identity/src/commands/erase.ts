// node services/identity/src/commands/erase.ts <user id>…        after a restore, while the service runs
import { asUserId } from "@matinale/contracts";
import { connectMongo, loadConfig, mongoEnv, trialEnv } from "@matinale/kit";
import { z } from "zod";
import { eraseAccount } from "../application/erase-account.ts";
import { identityStores } from "../store/index.ts";

const ids = process.argv.slice(2);
const config = loadConfig(z.object({ ...mongoEnv, ...trialEnv }));
const mongo = await connectMongo(config);
try {
  const stores = identityStores(mongo, config.TRIAL_HASH_SECRET);
  for (const id of ids.map(asUserId)) {
    const isErased = await eraseAccount(id, new Date(), stores);
    process.stdout.write(`${id}  ${isErased ? "erased" : "not found"}\n`);
  }
} finally {
  await mongo.close();
}
