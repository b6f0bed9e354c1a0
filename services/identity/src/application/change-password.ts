import { asUserId, type UserId } from "@matinale/contracts";
import type { Passwords } from "../clients/argon2/passwords.ts";
import type { User } from "../domain/account/account.ts";
import type { Stores } from "../store/index.ts";

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
 * @returns the instant of the change; null when the password is not the `former` one any more: nothing was stored
 */
async function savePassword(
  userId: UserId,
  change: { passwordHash: string; former?: string },
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

/** Of parallel resets with one link only one gets the account. A reset proves the mailbox, too. */
async function ownerByLink(
  token: string,
  { users, links }: PasswordDeps,
  now: Date,
): Promise<UserId | null> {
  const link = await links.use("reset_password", token, now);
  if (link === null || !(await users.verifyEmail(link.userId, link.emailKey, now))) return null;
  return link.userId;
}

/** An address without an account takes the same queries as one with an account. */
const noAccount = asUserId("");

/**
 * Sets a new password with a link or a code, which then ends. The password is hashed only for a valid link or
 * code, and before it ends: a busy service does not use up the link.
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
  let owner: UserId | null;
  let passwordHash: string;
  if ("token" in reset) {
    if ((await links.find("reset_password", reset.token, now)) === null) return null;
    passwordHash = await passwords.hash(reset.password);
    owner = await ownerByLink(reset.token, deps, now);
  } else {
    const { email, code } = reset;
    const userId = (await users.byEmail(email))?._id ?? noAccount;
    if (!(await codes.check(userId, code, now))) return null;
    passwordHash = await passwords.hash(reset.password);
    owner = (await codes.use(userId, code, now)) ? userId : null;
  }
  if (owner !== null) await savePassword(owner, { passwordHash }, deps);
  return owner;
}
