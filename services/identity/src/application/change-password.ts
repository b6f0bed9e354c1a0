import { asUserId, type UserId } from "@matinale/contracts";
import type { Passwords } from "../clients/argon2/passwords.ts";
import { acceptsCodes, type User } from "../domain/account/account.ts";
import type { Stores } from "../store/index.ts";
import type { PasswordChange } from "../store/users.ts";

export type PasswordDeps = Stores & { passwords: Passwords };

/** With a mailed link, or with a code that WhatsApp brought. */
export type PasswordReset = { password: string } & (
  | { token: string }
  | { email: string; code: string }
);

/** Longer than it takes to store a hash that is already computed. Milliseconds. */
const storeMs = 2_000;

/**
 * Queues the mail about the new password, ends every way to reset it, and stores the hash. In this order a crash
 * loses no mail; a mail without a new password is dropped after a minute.
 *
 * The change has the instant of this call, not that of the request: to check and hash passwords can take seconds on a
 * busy machine, and an older change of the password must not pass for this one.
 *
 * @returns the instant of the change; null when the account has another password or address by now: nothing was stored
 */
async function savePassword(
  userId: UserId,
  change: PasswordChange,
  { users, links, codes, messages }: PasswordDeps,
): Promise<Date | null> {
  const now = new Date();
  const about = { userId };
  await messages.add([{ kind: "password_changed", about, delayMs: storeMs }], now);
  await links.end(userId, ["reset_password"]);
  await codes.eraseAll([userId]);
  return (await users.changePassword(userId, change, now)) ? now : null;
}

/**
 * Sets a new password when the present one is right, also after the new one was hashed: a reset may have ended in
 * between, and it counts.
 *
 * @returns the instant of the change, as it is stored; null when the present password is wrong
 */
export async function changePassword(
  user: User,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  deps: PasswordDeps,
): Promise<Date | null> {
  const { _id, passwordHash: former } = user;
  if (!(await deps.passwords.matches(currentPassword, former))) return null;
  const passwordHash = await deps.passwords.hash(newPassword);
  return savePassword(_id, { passwordHash, former }, deps);
}

/** An address without an account takes the same queries as one with an account. */
const noAccount = asUserId("");

/**
 * Sets a new password with a link or a code, which then ends: of parallel resets only one gets the account. The
 * password is hashed only for a valid link or code, and before it ends: a busy service does not use up the link.
 *
 * @returns the account; null when the link or the code is not valid (any more)
 * @throws HttpError SERVICE_UNAVAILABLE when too many hashes are waiting
 */
export async function resetPassword(
  reset: PasswordReset,
  deps: PasswordDeps,
  now: Date,
): Promise<UserId | null> {
  const { users, passwords, links, codes } = deps;
  if ("token" in reset) {
    if ((await links.find("reset_password", reset.token, now)) === null) return null;
    const passwordHash = await passwords.hash(reset.password);
    const link = await links.use("reset_password", reset.token, now);
    if (link === null) return null;
    const { userId, emailKey } = link;
    return (await savePassword(userId, { passwordHash, emailKey }, deps)) && userId;
  }
  const { email, code } = reset;
  const user = await users.byEmail(email);
  // a code may have been made while the owner got the account
  const userId = user !== null && acceptsCodes(user, now) ? user._id : noAccount;
  if (!(await codes.check(userId, code, now))) return null;
  const passwordHash = await passwords.hash(reset.password);
  if (!(await codes.use(userId, code, now))) return null;
  // a password that was set meanwhile stays: with a link, the owner may have taken the account over
  const former = user?.passwordHash ?? "";
  return (await savePassword(userId, { passwordHash, former }, deps)) && userId;
}
