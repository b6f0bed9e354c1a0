import { randomUUID } from "node:crypto";
import { asUserId } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import type { Passwords } from "../clients/argon2/passwords.ts";
import { newUser, type NewAccount } from "../domain/account/account.ts";
import { reminderAfterMs } from "../domain/mail/account-message.ts";
import type { Stores } from "../store/index.ts";

/** Longer than it takes to create the account after its messages. */
const createMs = 1_000;

const signups = counter("identity_signups_total");

/**
 * Creates an account.
 *
 * @returns whether a deleted account with the same address or number had the trial already
 * @throws HttpError EMAIL_TAKEN, USERNAME_TAKEN when another account has the e-mail address or the username
 */
export async function signUp(
  { password, ...account }: NewAccount & { password: string },
  { users, passwords, endedTrials, messages }: Stores & { passwords: Passwords },
): Promise<{ trialUsed: boolean }> {
  // before the hash, which costs a hundred times as much as this query
  await users.requireFree(account);
  const passwordHash = await passwords.hash(password);
  const id = asUserId(randomUUID());
  const at = new Date();
  // not before requireFree: an account is remembered before its address is free
  const trialUsed = await endedTrials.wereUsed(account, at);
  // before the account, so that a crash between the two loses no mail: without an account they are dropped later
  const about = { userId: id };
  await messages.add(
    [
      { kind: "verification", about, delayMs: createMs },
      { kind: "verification_reminder", about, delayMs: reminderAfterMs },
    ],
    at,
  );
  await users.add(newUser(account, { id, passwordHash, at, trialUsed }));
  signups.inc();
  return { trialUsed };
}
