// node services/identity/src/commands/erase.ts <user id>…        after a restore, while the service runs
import { ErasedPeople } from "@matinale/bus";
import { asUserId } from "@matinale/contracts";
import {
  baseEnv,
  connectMongo,
  hasOwnTrialSecret,
  loadConfig,
  mongoEnv,
  trialEnv,
} from "@matinale/kit";
import { z } from "zod";
import { eraseAccount } from "../application/erase-account.ts";
import { AccountLinks } from "../store/account-links.ts";
import { AccountMessages } from "../store/account-messages.ts";
import { EndedTrials } from "../store/ended-trials.ts";
import { SubscriberStore } from "../store/subscribers.ts";
import { TicketStore } from "../store/tickets.ts";
import { ResetCodes } from "../store/reset-codes.ts";
import { UserStore } from "../store/users.ts";

const ids = process.argv.slice(2);
const { NODE_ENV } = baseEnv;
const config = loadConfig(
  z
    .object({ ...mongoEnv, ...trialEnv, NODE_ENV })
    .refine(hasOwnTrialSecret.test, hasOwnTrialSecret.otherwise),
);
const mongo = await connectMongo(config);
try {
  const stores = {
    users: new UserStore(mongo),
    endedTrials: new EndedTrials(mongo, config.TRIAL_HASH_SECRET),
    subscribers: new SubscriberStore(mongo),
    tickets: new TicketStore(mongo),
    erased: new ErasedPeople(mongo),
    messages: new AccountMessages(mongo),
    links: new AccountLinks(mongo),
    codes: new ResetCodes(mongo, config.TRIAL_HASH_SECRET),
  };
  for (const id of ids.map(asUserId)) {
    const isErased = await eraseAccount(id, new Date(), stores);
    process.stdout.write(`${id}  ${isErased ? "erased" : "not found"}\n`);
  }
} finally {
  await mongo.close();
}
