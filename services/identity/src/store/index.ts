import type { Connection } from "mongoose";
import { AccountLinks } from "./account-links.ts";
import { AccountMessages } from "./account-messages.ts";
import { EndedTrials } from "./ended-trials.ts";
import { ResetCodes } from "./reset-codes.ts";
import { SubscriberStore } from "./subscribers.ts";
import { ContactMessageStore } from "./contact-messages.ts";
import { UserStore } from "./users.ts";

export type Stores = ReturnType<typeof identityStores>;

/** @param secret  of the keyed hashes of reset codes and of accounts that had the trial */
export const identityStores = (mongo: Connection, secret: string) => ({
  users: new UserStore(mongo),
  endedTrials: new EndedTrials(mongo, secret),
  messages: new AccountMessages(mongo),
  links: new AccountLinks(mongo),
  codes: new ResetCodes(mongo, secret),
  subscribers: new SubscriberStore(mongo),
  contactMessages: new ContactMessageStore(mongo),
});
