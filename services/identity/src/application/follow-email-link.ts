import { HttpError } from "@matinale/kit";
import type { Stores } from "../store/index.ts";

/**
 * Verifies the address to which the link was mailed. The link ends afterwards: while the database is away it is not used
 * up.
 *
 * @returns false when the link is not valid (any more)
 */
export async function verifyEmail(
  token: string,
  { users, links }: Stores,
  now: Date,
): Promise<boolean> {
  const link = await links.find("verify_email", token, now);
  if (link === null || !(await users.verifyEmail(link.userId, link.emailKey, now))) return false;
  await links.end(link.userId, ["verify_email"]);
  return true;
}

/**
 * Confirms a change of address for the mailbox to which the link was mailed. The link ends afterwards, as in
 * `verifyEmail`.
 *
 * @returns whether the change was made; null when the link is not valid (any more)
 * @throws HttpError EMAIL_TAKEN when another account has the new address by now; the change is then cancelled
 */
export async function confirmEmail(
  token: string,
  { users, links, endedTrials }: Stores,
  now: Date,
): Promise<boolean | null> {
  const link = await links.find("confirm_email", token, now);
  if (link === null) return null;
  const { userId } = link;
  const hashOf = (email: string) => endedTrials.hashOfEmail(email);
  const isDone = await users.confirmEmail(userId, link, hashOf, now).catch(async (error) => {
    if (error instanceof HttpError && error.code === "EMAIL_TAKEN") {
      await users.cancelPendingEmail(userId);
    }
    throw error;
  });
  // after the change all links that were mailed to the former address end
  if (isDone === true) await links.end(userId);
  else await links.use("confirm_email", token, now);
  return isDone;
}
