import { counter } from "@matinale/kit";
import type { Passwords } from "../clients/argon2/passwords.ts";
import type { User } from "../domain/account/account.ts";
import type { UserStore } from "../store/users.ts";

const checks = counter("identity_credential_checks_total");

/**
 * Checks an e-mail address and a password. An unknown address takes as long as a wrong password.
 *
 * @returns the account, or null when the address is unknown or the password is wrong
 */
export async function checkCredentials(
  { email, password }: { email: string; password: string },
  { users, passwords }: { users: UserStore; passwords: Passwords },
): Promise<User | null> {
  const user = await users.byEmail(email);
  const matches = await passwords.matches(password, user?.passwordHash);
  checks.inc({ outcome: matches ? "accepted" : "refused" });
  return matches ? user : null;
}
