import type { UserId } from "@matinale/contracts";
import type { Stores } from "../store/index.ts";
import { forgettingOf } from "./forget-person.ts";

/**
 * Erases an account. Safe to repeat.
 *
 * Records the used trial before it erases the account. In the other order, a sign-up between the two steps
 * would get a second trial. Forgets the rest afterwards, so that an erasure that fails takes nothing from the account; after
 * a crash in between, the worker `forget-again` does it.
 *
 * @returns false when the account does not exist any more
 */
export async function eraseAccount(id: UserId, now: Date, stores: Stores): Promise<boolean> {
  const { users, endedTrials } = stores;
  const user = await users.find(id);
  if (user !== null) await endedTrials.remember(user, now);
  const isErased = await users.erase(id, now);
  await forgettingOf(stores).forget([id]);
  return isErased;
}
