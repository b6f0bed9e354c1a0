import { defaultLanguage } from "@matinale/contracts";
import { addressOfLink, type LinkPurpose } from "../domain/access/account-link.ts";
import type { ResetCodeChannel } from "../domain/access/reset-code-channel.ts";
import type { User } from "../domain/account/account.ts";
import {
  isBillingMail,
  type AccountMessage,
  type BillingMailKind,
  type MailKind,
} from "../domain/mail/account-message.ts";
import { billingMail, billingMailEnd } from "../domain/mail/billing-mails.ts";
import { renderMail } from "../domain/mail/mail-layout.ts";
import { mailContent } from "../domain/mail/mail-texts.ts";
import { ticketMail, ticketReceivedMail } from "../domain/mail/ticket-mails.ts";
import type { Mailer } from "../domain/mail/mail.ts";
import type { AccountLinks } from "../store/account-links.ts";
import type { PlansInForce } from "../store/plans-in-force.ts";
import type { ResetCodes } from "../store/reset-codes.ts";
import type { TicketStore } from "../store/tickets.ts";
import type { UserStore } from "../store/users.ts";

export interface MessageDeps {
  users: UserStore;
  links: AccountLinks;
  codes: ResetCodes;
  tickets: TicketStore;
  plansInForce: PlansInForce;
  /** Null while mail is switched off. */
  mailer: Mailer | null;
  codeChannel: ResetCodeChannel;
  /** The configured address of the site. */
  site: string;
  /** The owner’s address for messages of the contact form. */
  supportEmail: string;
}

/** What became of a message. `dropped`: there is nobody to send it to, or no reason any more. */
export type MessageOutcome = "sent" | "dropped" | "off";

/** To whom a mail goes, and the link in it. */
interface Recipient {
  to: string;
  /** Null where the address may belong to another person: a name could carry a stranger's text there. */
  name: string | null;
  link?: { purpose: LinkPurpose; emailKey: string; newEmailKey?: string };
  newEmail?: string;
}

/** The recipient by the account as it is now; null when the mail has no reason any more. */
function recipientOf(kind: MailKind, user: User): Recipient | null {
  const { email, emailKey, pendingEmail } = user;
  const isVerified = Boolean(user.emailVerifiedAt);
  const owner = { to: email, name: isVerified ? user.username : null };
  switch (kind) {
    case "verification":
    case "verification_reminder":
      return isVerified ? null : { ...owner, link: { purpose: "verify_email", emailKey } };
    case "password_reset":
      return { ...owner, link: { purpose: "reset_password", emailKey } };
    case "password_changed":
      return owner;
    case "email_change_old":
    case "email_change_new": {
      if (!pendingEmail) return null;
      const newEmailKey = pendingEmail.emailKey;
      return kind === "email_change_old"
        ? {
            ...owner,
            link: { purpose: "confirm_email", emailKey, newEmailKey },
            newEmail: pendingEmail.email,
          }
        : {
            to: pendingEmail.email,
            name: null,
            link: { purpose: "confirm_email", emailKey: newEmailKey, newEmailKey },
          };
    }
  }
}

async function accountOf({ about }: AccountMessage, users: UserStore): Promise<User | null> {
  if ("userId" in about) return users.find(about.userId);
  return "email" in about ? users.byEmail(about.email) : null;
}

async function sendTicketMail(
  { _id: id, kind, about }: AccountMessage,
  { tickets, mailer, site, supportEmail }: MessageDeps,
): Promise<MessageOutcome> {
  if (mailer === null) return "off";
  const ticket = "ticketId" in about ? await tickets.find(about.ticketId) : null;
  if (ticket === null) return "dropped";
  if (kind === "ticket") {
    const to = { to: supportEmail, replyTo: ticket.email };
    const frame = { language: defaultLanguage, name: null, site };
    await mailer.send({ id, ...to, ...renderMail(ticketMail(ticket), frame) });
  } else {
    const frame = { language: ticket.language, name: null, site };
    const mail = renderMail(ticketReceivedMail(ticket, site), frame);
    await mailer.send({ id, to: ticket.email, ...mail });
  }
  return "sent";
}

/** A trial reminder goes only to an address that is verified: another may belong to a stranger. */
async function sendBillingMail(
  id: string,
  kind: BillingMailKind,
  user: User,
  { plansInForce, mailer, site }: MessageDeps,
  now: Date,
): Promise<MessageOutcome> {
  if (mailer === null) return "off";
  const { email, language, username } = user;
  const isVerified = Boolean(user.emailVerifiedAt);
  const subscription = await plansInForce.of(user._id);
  const end = subscription ? billingMailEnd(kind, subscription, now) : null;
  if (end === null || (kind === "trial_ending" && !isVerified)) return "dropped";
  const frame = { language, name: isVerified ? username : null, site };
  await mailer.send({
    id,
    to: email,
    ...renderMail(billingMail(kind, language, { end, site }), frame),
  });
  return "sent";
}

async function sendMail(
  id: string,
  kind: MailKind,
  user: User,
  { links, mailer, site }: MessageDeps,
  now: Date,
): Promise<MessageOutcome> {
  if (mailer === null) return "off";
  const recipient = recipientOf(kind, user);
  if (recipient === null) return "dropped";
  const { to, name, link, newEmail = "" } = recipient;
  const { language } = user;
  let url = new URL("/forgot-password", site).href;
  if (link !== undefined) {
    const token = await links.create({ userId: user._id, ...link }, now);
    if (token === null) return "dropped";
    url = addressOfLink(site, link.purpose, token, language);
  }
  const content = mailContent(kind, language, { url, newEmail });
  await mailer.send({ id, to, ...renderMail(content, { language, name, site }) });
  return "sent";
}

/**
 * Sends one message about an account. The link or code in it is made here, so that a message that waits holds
 * none. A message that is sent twice has two links, which both work until one is used.
 *
 * @throws MailRefused, MailFailed, or the error of the WhatsApp channel
 */
export async function sendAccountMessage(
  message: AccountMessage,
  deps: MessageDeps,
  now: Date,
): Promise<MessageOutcome> {
  const { _id, kind } = message;
  if (kind === "ticket" || kind === "ticket_received") return sendTicketMail(message, deps);
  const user = await accountOf(message, deps.users);
  if (user === null) return "dropped";
  if (isBillingMail(kind)) return sendBillingMail(_id, kind, user, deps, now);
  if (kind !== "password_reset_code") return sendMail(_id, kind, user, deps, now);
  const code = await deps.codes.create(user._id, now);
  return (await deps.codeChannel.send(user._id, code)) ? "sent" : "dropped";
}
