import type { UserId } from "@matinale/contracts";
import type { Stores } from "../store/index.ts";
import { forgettingOf } from "./forget-person.ts";

/**
 * Erases an account. Safe to repeat.
 *
 * Records the used trial before it erases the account. In the other order, a sign-up between the two steps
 * would get a second trial.
 *
 * @returns false when the account does not exist any more
 */
export async function eraseAccount(id: UserId, now: Date, stores: Stores): Promise<boolean> {
  const { users, endedTrials, erased } = stores;
  const user = await users.find(id);
  if (user !== null) await endedTrials.remember(user, now);
  await erased.mark([id], now);
  await forgettingOf(stores).forget([id]);
  return users.erase(id, now);
}
