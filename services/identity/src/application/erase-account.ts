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
    messages.eraseAll([id], "about.userId"),
    links.eraseAll([id], "userId"),
    codes.eraseAll([id]),
    subscribers.eraseAll([id]),
    contactMessages.eraseAll([id], "userId"),
  ]);
  return users.erase(id, now);
}
