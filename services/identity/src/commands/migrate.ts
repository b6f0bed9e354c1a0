// node services/identity/dist/commands/migrate.js        before the pods of a release start
import { ErasedPeople } from "@matinale/bus";
import { runMigrations } from "@matinale/kit";
import { AccountLinks } from "../store/account-links.ts";
import { AccountMessages } from "../store/account-messages.ts";
import { EndedTrials } from "../store/ended-trials.ts";
import { ResetCodes } from "../store/reset-codes.ts";
import { UserStore } from "../store/users.ts";
import { TicketStore } from "../store/tickets.ts";
import { SubscriberStore } from "../store/subscribers.ts";

await runMigrations("identity", (mongo) => [
  new ErasedPeople(mongo),
  new AccountLinks(mongo),
  new AccountMessages(mongo),
  new SubscriberStore(mongo),
  new TicketStore(mongo),
  // these two store no hash here
  new EndedTrials(mongo, ""),
  new ResetCodes(mongo, ""),
  new UserStore(mongo),
]);
