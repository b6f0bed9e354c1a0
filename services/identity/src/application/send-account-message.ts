import { defaultLanguage, defaultTimezone, type Language, type Product } from "@matinale/contracts";
import type { SendCode } from "../clients/delivery-codes.ts";
import { addressOfLink, type LinkPurpose } from "../domain/access/account-link.ts";
import {
  acceptsCodes,
  emailKey,
  pendingEmailOf,
  type PendingEmail,
  type User,
} from "../domain/account/account.ts";
import { acknowledgementsAtMost } from "../domain/contact/contact-message.ts";
import {
  isBillingMail,
  isEarly,
  type AccountMessage,
  type BillingMailKind,
  type MailKind,
} from "../domain/mail/account-message.ts";
import { billingMail } from "../domain/mail/billing-mails.ts";
import { renderMail, type MailContent } from "../domain/mail/mail-layout.ts";
import { mailContent } from "../domain/mail/mail-texts.ts";
import { contactMail, contactReceivedMail } from "../domain/mail/contact-mails.ts";
import type { Mailer } from "../domain/mail/mail.ts";
import type { Stores } from "../store/index.ts";

export interface MessageDeps extends Stores {
  mailer: Mailer | null;
  sendCode: SendCode;
  /** The configured address of the site. */
  site: string;
  /** The owner’s data: messages of the contact form go to the address of the brand. */
  product: Product;
}

/**
 * What became of a message. `dropped`: it has no recipient, or no reason any more. `postponed`: its reason may not be
 * stored yet.
 */
export type MessageOutcome = "sent" | "dropped" | "postponed" | "off";

interface Draft {
  to: string;
  replyTo?: string;
  language: Language;
  /** Null where the address may belong to another person: a name could carry another person's text there. */
  name: string | null;
  content: MailContent;
}

interface Recipient {
  to: string;
  name: string | null;
  /** What the bearer of the link in the mail may do. */
  purpose?: LinkPurpose;
  /** The change of address that the mail is about. */
  pending?: PendingEmail;
}

/** The owner of the account, by name only at an address that is known to be theirs. */
const ownerOf = ({ email, username, emailVerifiedAt }: User) => ({
  to: email,
  name: emailVerifiedAt ? username : null,
});

/** The recipient by the account as it is now; null when the mail has no reason any more. */
function recipientOf(
  { kind, createdAt }: { kind: MailKind; createdAt: Date },
  user: User,
  now: Date,
): Recipient | null {
  const pending = pendingEmailOf(user, now);
  const owner = ownerOf(user);
  switch (kind) {
    case "verification":
    case "verification_reminder":
      return user.emailVerifiedAt ? null : { ...owner, purpose: "verify_email" };
    case "password_reset":
      return { ...owner, purpose: "reset_password" };
    case "password_changed":
      // queued before the password changed, which a crash may have prevented
      return user.passwordChangedAt && user.passwordChangedAt >= createdAt ? owner : null;
    case "number_replaced":
      return owner;
    case "email_change_old":
      return pending && { ...owner, purpose: "confirm_email", pending };
    case "email_change_new":
      return pending && { to: pending.email, name: null, purpose: "confirm_email", pending };
  }
}

/** The account, with the language that its owner chose last. */
async function accountOf(
  { about }: AccountMessage,
  { users, subscribers }: MessageDeps,
): Promise<User | null> {
  let user: User | null = null;
  if ("userId" in about) user = await users.find(about.userId);
  else if ("email" in about) user = await users.byEmail(about.email);
  return user && { ...user, language: await subscribers.languageOf(user) };
}

async function draftContactMail(
  { kind, about }: AccountMessage,
  { contactMessages, site, product }: MessageDeps,
): Promise<Draft | null> {
  const contact =
    "contactMessageId" in about ? await contactMessages.document(about.contactMessageId) : null;
  if (contact === null) return null;
  const { brand } = product;
  if (kind === "contact") {
    return {
      to: brand.supportEmail,
      replyTo: contact.email,
      language: defaultLanguage,
      name: null,
      content: contactMail(contact),
    };
  }
  if ((await contactMessages.countOf(contact.email)) > acknowledgementsAtMost) return null;
  const content = contactReceivedMail(contact, { site, brand: brand.name });
  return { to: contact.email, language: contact.language, name: null, content };
}

/** A trial reminder goes only to an address that is verified: another address may belong to another person. */
async function draftBillingMail(
  kind: BillingMailKind,
  user: User,
  { subscribers, site, product }: MessageDeps,
  now: Date,
): Promise<Draft | null> {
  const { language } = user;
  const { subscription, preferences } = (await subscribers.document(user._id)) ?? {};
  if (subscription === undefined || (kind === "trial_ending" && !user.emailVerifiedAt)) return null;
  const timezone = preferences?.timezone || defaultTimezone;
  const content = billingMail(kind, subscription, { language, timezone, product, site, now });
  return content && { ...ownerOf(user), language, content };
}

async function draftMail(
  message: Pick<AccountMessage, "_id" | "createdAt" | "planId"> & { kind: MailKind },
  user: User,
  { links, site, product }: MessageDeps,
  now: Date,
): Promise<Draft | null> {
  const recipient = recipientOf(message, user, now);
  if (recipient === null) return null;
  const { to, name, purpose, pending } = recipient;
  const { _id: userId, language } = user;
  let url = new URL("/forgot-password", site).href;
  if (purpose !== undefined) {
    const change = pending && { newEmailKey: pending.emailKey };
    const token = await links.create(
      { userId, messageId: message._id, purpose, emailKey: emailKey(to), ...change },
      now,
    );
    if (token === null) return null;
    url = addressOfLink(site, purpose, { token, language, planId: message.planId });
  }
  const numberRemoved =
    user.ownerSince !== undefined && Number(user.ownerSince) === Number(user.passwordChangedAt);
  const newEmail = pending?.email ?? "";
  const facts = { url, brand: product.brand.name, newEmail, numberRemoved };
  return { to, name, language, content: mailContent(message.kind, language, facts) };
}

async function sendResetCode(
  user: User,
  { codes, sendCode, mailer }: MessageDeps,
  now: Date,
): Promise<MessageOutcome> {
  if (!acceptsCodes(user, now)) return "dropped";
  const { _id, emailVerifiedAt } = user;
  const hasVerifiedEmail = Boolean(emailVerifiedAt) && mailer !== null;
  if (await sendCode(_id, await codes.create(_id, now), { hasVerifiedEmail })) return "sent";
  // a code that was not sent could only be guessed
  await codes.eraseAll([_id]);
  return "dropped";
}

/**
 * Sends one message about an account. The link or code in it is made here, so that a message that waits holds
 * none. Each attempt makes another link, and all work until one is used: a mail whose sending failed may have arrived.
 *
 * @throws MailRefused, or another error of the mailer or of the WhatsApp channel
 */
export async function sendAccountMessage(
  message: AccountMessage,
  deps: MessageDeps,
  now: Date,
): Promise<MessageOutcome> {
  const { _id, kind } = message;
  const { mailer, site, product } = deps;
  if (kind !== "password_reset_code" && mailer === null) return "off";
  const withoutReason = isEarly(message, now) ? "postponed" : "dropped";
  let draft: Draft | null;
  if (kind === "contact" || kind === "contact_received") {
    draft = await draftContactMail(message, deps);
  } else {
    const user = await accountOf(message, deps);
    if (user === null) return withoutReason;
    if (kind === "password_reset_code") return sendResetCode(user, deps, now);
    draft = isBillingMail(kind)
      ? await draftBillingMail(kind, user, deps, now)
      : await draftMail({ ...message, kind }, user, deps, now);
  }
  if (draft === null || mailer === null) return withoutReason;
  const { content, language, name, ...envelope } = draft;
  const frame = { language, name, site, brand: product.brand.name };
  await mailer.send({ id: _id, ...envelope, ...renderMail(content, frame) });
  return "sent";
}
