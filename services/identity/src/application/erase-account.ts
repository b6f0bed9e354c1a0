import type { UserId } from "@matinale/contracts";
import type { Stores } from "../store/index.ts";

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
  { users, endedTrials, messages, links, codes, subscribers, contactMessages, erased }: Stores,
): Promise<boolean> {
  const user = await users.find(id);
  if (user !== null) await endedTrials.remember(user, now);
  await erased.mark([id], now);
  await Promise.all([
    messages.erase(id),
    links.end(id),
    codes.end(id),
    subscribers.eraseAll([id]),
    contactMessages.erase(id),
  ]);
  return users.erase(id, now);
}
