import { retention, type UserId } from "@matinale/contracts";

export const mailKinds = [
  "verification",
  "verification_reminder",
  "password_reset",
  "password_changed",
  "email_change_old",
  "email_change_new",
  "number_replaced",
] as const;
export type MailKind = (typeof mailKinds)[number];

export const billingMailKinds = ["trial_ending", "payment_failed", "purchase_confirmed"] as const;
export type BillingMailKind = (typeof billingMailKinds)[number];

export const isBillingMail = (kind: MessageKind): kind is BillingMailKind =>
  billingMailKinds.some((each) => each === kind);

/** Mails about a message of the contact form: to the owner, and to its sender. */
type ContactMailKind = "contact" | "contact_received";

/** All messages; a reset code is sent to the connected WhatsApp number. */
export type MessageKind = MailKind | ContactMailKind | BillingMailKind | "password_reset_code";

/** Each is sent by a worker of its own: when one of them hangs, the messages of the other are sent all the same. */
export type Channel = "mail" | "whatsapp";

/** A message that waits to be sent, without link or code: they are made when it is sent, and stored as hashes. */
export interface AccountMessage {
  _id: string;
  kind: MessageKind;
  /** The account that it is about; for a reset the address that was typed, which may belong to no account. */
  about: { userId: UserId } | { email: string } | { contactMessageId: string };
  /** For a reset: the plan that the person was about to choose, to which the link leads back. */
  planId?: number;
  createdAt: Date;
  dueAt: Date;
  attempts: number;
  failingSince?: Date;
  /** The id names the reason: after the message was sent, the document stays and keeps it from being sent again. */
  isUnique?: boolean;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The one reminder of an address that is not verified comes after this time. */
export const reminderAfterMs = 3 * dayMs;

/** Kinds that are queued before their reason, a new account or password, is stored: a crash in between loses no mail. */
const queuedFirst: ReadonlySet<MessageKind> = new Set(["verification", "password_changed"]);

/** Longer than the database takes to store the reason, also during a fail-over. Milliseconds. */
const storedWithinMs = 60_000;

/** Whether the reason of a message, which is not found, may only not be stored yet. */
export const isEarly = ({ kind, createdAt }: AccountMessage, now: Date): boolean =>
  queuedFirst.has(kind) && now.getTime() - createdAt.getTime() < storedWithinMs;

/** A message that could not be sent for so long after it was due first is of no use any more. */
export const usefulForMs = (kind: MessageKind): number =>
  kind === "password_reset" || kind === "password_reset_code"
    ? hourMs
    : retention.unsentMailDays * dayMs;

const firstRetryMs = 5_000;
const lastRetryMs = 600_000;

/** Pause after a failed attempt: 5 s at first, doubled with each attempt, at most 10 minutes. */
export const retryAfterMs = (attempts: number): number =>
  Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(attempts, 10));
