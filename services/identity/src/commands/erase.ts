// node services/identity/src/commands/erase.ts <user id>…        after a restore, while the service runs
import { asUserId } from "@matinale/contracts";
import { trialEnv } from "@matinale/kit";
import { onDatabase } from "@matinale/kit/mongo";
import { eraseAccount } from "../application/erase-account.ts";
import { identityStores } from "../store/index.ts";

await onDatabase(async (mongo, config) => {
  const stores = identityStores(mongo, config.TRIAL_HASH_SECRET);
  for (const id of process.argv.slice(2).map(asUserId)) {
    const isErased = await eraseAccount(id, new Date(), stores);
    process.stdout.write(`${id}  ${isErased ? "erased" : "not found"}\n`);
  }
}, trialEnv);
