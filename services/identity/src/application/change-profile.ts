import type { UserId } from "@matinale/contracts";
import { HttpError } from "@matinale/kit";
import type { Passwords } from "../clients/argon2/passwords.ts";
import { openLinksAtMost, type LinkPurpose } from "../domain/access/account-link.ts";
import {
  emailKey,
  needsPassword,
  type ProfileChange,
  type User,
} from "../domain/account/account.ts";
import { texts } from "../domain/texts.ts";
import type { Stores } from "../store/index.ts";

/** A change of a verified address needs a mail to each of the two. */
const mailsFor = (purpose: LinkPurpose): number => (purpose === "confirm_email" ? 2 : 1);

/** @throws HttpError TOO_MANY_REQUESTS when the mails with links of this purpose would not all be sent */
async function requireRoom(
  links: Stores["links"],
  userId: UserId,
  purpose: LinkPurpose,
  now: Date,
): Promise<void> {
  const open = await links.countOpen({ userId, purpose }, now);
  if (open + mailsFor(purpose) <= openLinksAtMost) return;
  throw new HttpError("TOO_MANY_REQUESTS", texts.tooManyMails, { retryAfter: 3_600 });
}

/** Queues the mail that verifies the present address. @throws HttpError TOO_MANY_REQUESTS */
export async function sendVerification(
  user: User,
  { links, messages }: Stores,
  now: Date,
): Promise<void> {
  if (user.emailVerifiedAt) return;
  await requireRoom(links, user._id, "verify_email", now);
  await messages.add([{ kind: "verification", about: { userId: user._id } }], now);
}

/**
 * Changes the profile, and queues the mails that a change of address needs.
 *
 * @throws HttpError WRONG_PASSWORD when the change needs the current password, and it is absent or wrong
 * @throws HttpError EMAIL_TAKEN, USERNAME_TAKEN when another account has the e-mail address or the username
 * @throws HttpError TOO_MANY_REQUESTS
 */
export async function changeProfile(
  before: User,
  { currentPassword, ...wanted }: ProfileChange & { currentPassword?: string },
  { users, messages, links, passwords }: Stores & { passwords: Passwords },
  now: Date,
): Promise<User> {
  if (needsPassword(before, wanted.email, now)) {
    if (currentPassword === undefined) {
      throw new HttpError("WRONG_PASSWORD", texts.passwordForAddress);
    }
    if (!(await passwords.matches(currentPassword, before.passwordHash))) {
      throw new HttpError("WRONG_PASSWORD", texts.wrongCurrentPassword);
    }
  }
  const about = { userId: before._id };
  if (wanted.email !== undefined && emailKey(wanted.email) !== before.emailKey) {
    const purpose = before.emailVerifiedAt ? "confirm_email" : "verify_email";
    await requireRoom(links, before._id, purpose, now);
  }
  const after = await users.changeProfile(before._id, wanted, now);
  // links that were mailed to the former address are void, and still count: they limit the mails to new addresses
  if (after.emailKey !== before.emailKey) {
    await messages.add([{ kind: "verification", about }], now);
  }
  if (after.pendingEmail && after.pendingEmail.until > (before.pendingEmail?.until ?? now)) {
    await messages.add(
      [
        { kind: "email_change_old", about },
        { kind: "email_change_new", about },
      ],
      now,
    );
  }
  return after;
}
