import { isDeepStrictEqual } from "node:util";
import {
  defaultVoice,
  termsVersion,
  type Language,
  type UserId,
  type Voice,
} from "@matinale/contracts";
import type { profilePatch, signup } from "@matinale/contracts/api";
import type { z } from "zod";
import { linkLifetimeMs } from "../access/account-link.ts";

/** An account. `email` and `username` keep the spelling of the user. */
export interface User {
  _id: UserId;
  version: number;
  username: string;
  usernameKey: string;
  email: string;
  emailKey: string;
  passwordHash: string;
  phone?: string | null;
  language: Language;
  voice: Voice;
  signedUpAt: Date;
  /** When the person followed a link mailed to the present address. */
  emailVerifiedAt?: Date | null;
  pendingEmail?: PendingEmail | null;
  /** When a mailed link set a new password while the address was unverified: another person may have signed up with it. */
  ownerSince?: Date;
  /** The gateway ends sessions that another password began. */
  passwordChangedAt?: Date;
  /** The terms of use that were accepted at sign-up. */
  terms: { version: string; acceptedAt: Date };
  /** Keyed hashes of verified e-mail addresses that this account had before. */
  formerEmails?: string[];
  /** The person has had their trial with an account that was deleted. */
  trialUsed?: boolean;
  /** The key under which the picture is served; it cannot be guessed. */
  picture?: { key: string } | null;
}

/** An address that replaces the present one once both mailboxes have confirmed. */
export interface PendingEmail {
  email: string;
  emailKey: string;
  until: Date;
  oldConfirmed: boolean;
  newConfirmed: boolean;
}

export type NewAccount = Omit<z.output<typeof signup>, "password">;
/** Absent fields stay as they are. */
export type ProfileChange = Omit<z.output<typeof profilePatch>, "currentPassword">;

/**
 * Addresses that differ only in case reach the same mailbox at nearly every provider, so they are one account
 * (RFC 5321, 2.4, discourages anything else). Dots and plus tags stay: only some providers ignore them.
 */
export const emailKey = (email: string): string => email.trim().normalize("NFKC").toLowerCase();

/** Usernames that differ only in case or in compatibility forms ("ﬁ", full-width letters) are the same. */
export const usernameKey = (username: string): string =>
  username.trim().normalize("NFKC").toLowerCase();

export const newUser = (
  { phone, ...account }: NewAccount,
  made: { id: UserId; passwordHash: string; at: Date; trialUsed: boolean },
): User => ({
  _id: made.id,
  version: 1,
  ...account,
  usernameKey: usernameKey(account.username),
  emailKey: emailKey(account.email),
  passwordHash: made.passwordHash,
  ...(phone ? { phone } : {}),
  voice: defaultVoice,
  signedUpAt: made.at,
  terms: { version: termsVersion, acceptedAt: made.at },
  ...(made.trialUsed ? { trialUsed: true } : {}),
});

type ProfileFields = Partial<
  Pick<User, "username" | "usernameKey" | "email" | "emailKey" | "voice">
>;

/** The pending change of address, or null when there is none or its time is over. */
export const pendingEmailOf = (
  { pendingEmail }: Pick<User, "pendingEmail">,
  now: Date,
): PendingEmail | null => (pendingEmail && pendingEmail.until > now ? pendingEmail : null);

/**
 * A change of address that both mailboxes must confirm first, or null when the change needs no consent: the
 * mailbox stays the same, or the present one was never verified.
 */
export function pendingChange(
  user: User,
  email: string | undefined,
  now: Date,
): PendingEmail | null {
  if (email === undefined || !user.emailVerifiedAt || emailKey(email) === user.emailKey)
    return null;
  return {
    email,
    emailKey: emailKey(email),
    until: new Date(now.getTime() + linkLifetimeMs.confirm_email),
    oldConfirmed: false,
    newConfirmed: false,
  };
}

/** A person who finds their address misspelt soon after the sign-up, in which they typed the password. Milliseconds. */
const correctedWithinMs = 3_600_000;

/**
 * Whether a change of address needs the password. It takes effect at once while the present address was never verified,
 * and the new mailbox could then reset the password: an open session must not be enough.
 */
export const needsPassword = (
  user: Pick<User, "emailKey" | "emailVerifiedAt" | "signedUpAt">,
  email: string | undefined,
  now: Date,
): boolean =>
  email !== undefined &&
  !user.emailVerifiedAt &&
  emailKey(email) !== user.emailKey &&
  now.getTime() - user.signedUpAt.getTime() > correctedWithinMs;

/** As long as delivery sends no code to a number that the owner has connected since (security.md). Milliseconds. */
const withoutCodesMs = 72 * 3_600_000;

/**
 * Whether a code by WhatsApp may set a new password. Until delivery has processed the change of owner, the number of the
 * person who had the account before is still connected.
 */
export const acceptsCodes = ({ ownerSince }: Pick<User, "ownerSince">, now: Date): boolean =>
  ownerSince === undefined || now.getTime() - ownerSince.getTime() >= withoutCodesMs;

/** The pending change after one mailbox (`by`) has confirmed it; null when its mail was about another change. */
export function confirmedBy(
  user: Pick<User, "emailKey" | "pendingEmail">,
  by: { emailKey: string; newEmailKey?: string },
  now: Date,
): PendingEmail | null {
  const pending = pendingEmailOf(user, now);
  if (pending === null || by.newEmailKey !== pending.emailKey) return null;
  if (by.emailKey === user.emailKey) return { ...pending, oldConfirmed: true };
  return by.emailKey === pending.emailKey ? { ...pending, newConfirmed: true } : null;
}

/** The fields to write for a change of profile that needs no consent; empty when nothing changes. */
export function profileFields(
  user: Required<ProfileFields>,
  { username, email, voicePreference: voice }: ProfileChange,
): ProfileFields {
  const wanted: ProfileFields = {
    ...(username !== undefined && { username, usernameKey: usernameKey(username) }),
    ...(email !== undefined && { email, emailKey: emailKey(email) }),
    ...(voice !== undefined && { voice }),
  };
  return isDeepStrictEqual(user, { ...user, ...wanted }) ? {} : wanted;
}
