import type { UserId } from "@matinale/contracts";
import type { EndedTrials } from "../store/ended-trials.ts";
import type { UserStore } from "../store/users.ts";

/**
 * Erases an account. Safe to repeat.
 *
 * The trial is remembered before the account is erased, so that there is no moment at which the address
 * is free and unknown.
 *
 * @returns false when there is no such account any more
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
