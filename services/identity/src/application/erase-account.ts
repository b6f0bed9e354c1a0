import type { UserId } from "@matinale/contracts";
import type { EndedTrials } from "../store/ended-trials.ts";
import type { UserStore } from "../store/users.ts";

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
  { users, endedTrials }: { users: UserStore; endedTrials: EndedTrials },
): Promise<boolean> {
  const user = await users.find(id);
  if (user !== null) await endedTrials.remember(user, now);
  return users.erase(id, now);
}
