import { randomUUID } from "node:crypto";
import { asUserId } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import type { Passwords } from "../clients/argon2/passwords.ts";
import { newUser, type NewAccount } from "../domain/account/account.ts";
import type { EndedTrials } from "../store/ended-trials.ts";
import type { UserStore } from "../store/users.ts";

const signups = counter("identity_signups_total");

/**
 * Creates an account.
 *
 * @returns whether a deleted account with the same address or number had the trial already
 * @throws Taken when another account has the e-mail address or the username
 */
export async function signUp(
  { password, ...account }: NewAccount & { password: string },
  {
    users,
    passwords,
    endedTrials,
  }: { users: UserStore; passwords: Passwords; endedTrials: EndedTrials },
): Promise<{ trialUsed: boolean }> {
  // before the hash, which costs a hundred times as much as this query
  await users.requireFree(account);
  const passwordHash = await passwords.hash(password);
  const id = asUserId(randomUUID());
  const at = new Date();
  const known = await endedTrials.wereUsed(account, at);
  await users.add(newUser(account, { id, passwordHash, at, trialUsed: known }));
  // again: the account that had this address may have been deleted between the query and the insert
  const trialUsed = known || (await endedTrials.wereUsed(account, at));
  if (trialUsed && !known) await users.markTrialUsed(id);
  signups.inc();
  return { trialUsed };
}
