import type { ErasedPeople } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";
import type { AccountLinks } from "../store/account-links.ts";
import type { AccountMessages } from "../store/account-messages.ts";
import type { EndedTrials } from "../store/ended-trials.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import type { TicketStore } from "../store/tickets.ts";
import type { ResetCodes } from "../store/reset-codes.ts";
import type { UserStore } from "../store/users.ts";

export interface ErasureDeps {
  users: UserStore;
  endedTrials: EndedTrials;
  subscribers: SubscriberStore;
  tickets: TicketStore;
  /** Drops events about the person that arrive later. */
  erased: ErasedPeople;
  messages: AccountMessages;
  links: AccountLinks;
  codes: ResetCodes;
}

/**
 * Erases an account. Safe to repeat.
 *
 * Records the used trial before it erases the account. In the other order, a sign-up between the two steps
 * would get a second trial.
 *
 * @returns false when the account does not exist any more
 */
export async function eraseAccount(
  id: UserId,
  now: Date,
  { users, endedTrials, messages, links, codes, subscribers, tickets, erased }: ErasureDeps,
): Promise<boolean> {
  const user = await users.find(id);
  if (user !== null) await endedTrials.remember(user, now);
  await erased.mark([id], now);
  await Promise.all([
    messages.erase(id),
    links.end(id),
    codes.end(id),
    subscribers.erase([id]),
    tickets.erase(id),
  ]);
  return users.erase(id, now);
}
