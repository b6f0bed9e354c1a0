import { defaultVoice, type Language, type UserId, type Voice } from "@matinale/contracts";

/** An account. `email` and `username` keep the spelling of the user. */
export interface User {
  _id: UserId;
  version: number;
  username: string;
  /** Usernames are unique by this key. */
  usernameKey: string;
  email: string;
  /** E-mail addresses are unique by this key. */
  emailKey: string;
  passwordHash: string;
  phone?: string | null;
  language: Language;
  voice: Voice;
  signedUpAt: Date;
  /** Keyed hashes of e-mail addresses that this account had before. */
  formerEmails?: string[];
  /** The person has had their trial with an account that was deleted. */
  trialUsed?: boolean;
  /** The key under which the picture is served; it cannot be guessed. */
  picture?: { key: string } | null;
}

export interface NewAccount {
  username: string;
  email: string;
  phone?: string | undefined;
  language: Language;
}

/** The fields that a user may change. Absent fields stay as they are. */
export interface ProfileChange {
  username?: string;
  email?: string;
  voicePreference?: Voice;
}

/**
 * Addresses that differ only in case reach the same mailbox at nearly every provider, so they are one account
 * (RFC 5321, 2.4, discourages anything else). Dots and plus tags stay: only some providers ignore them.
 */
export const emailKey = (email: string): string => email.trim().normalize("NFKC").toLowerCase();

/** Usernames that differ only in case or in compatibility forms ("ﬁ", full-width letters) are the same. */
export const usernameKey = (username: string): string =>
  username.trim().normalize("NFKC").toLowerCase();

/** Two keyboards may send the same password in different Unicode forms: this gives both one form. */
export const canonicalPassword = (password: string): string => password.normalize("NFKC");

export function newUser(
  account: NewAccount,
  made: { id: UserId; passwordHash: string; at: Date; trialUsed: boolean },
): User {
  return {
    _id: made.id,
    version: 1,
    username: account.username,
    usernameKey: usernameKey(account.username),
    email: account.email,
    emailKey: emailKey(account.email),
    passwordHash: made.passwordHash,
    ...(account.phone === undefined ? {} : { phone: account.phone }),
    language: account.language,
    voice: defaultVoice,
    signedUpAt: made.at,
    ...(made.trialUsed ? { trialUsed: true } : {}),
  };
}

type ProfileFields = Partial<
  Pick<User, "username" | "usernameKey" | "email" | "emailKey" | "voice">
>;

/** The fields to write for a change of profile; empty when nothing changes. */
export function profileFields(user: Required<ProfileFields>, change: ProfileChange): ProfileFields {
  const wanted: ProfileFields = {};
  if (change.username !== undefined) {
    wanted.username = change.username;
    wanted.usernameKey = usernameKey(change.username);
  }
  if (change.email !== undefined) {
    wanted.email = change.email;
    wanted.emailKey = emailKey(change.email);
  }
  if (change.voicePreference !== undefined) wanted.voice = change.voicePreference;
  const differs = Object.entries(wanted).some(
    ([field, value]) => user[field as keyof ProfileFields] !== value,
  );
  return differs ? wanted : {};
}
