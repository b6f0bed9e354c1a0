import { createHash } from "node:crypto";
import type { Receipt } from "../delivery/status-transitions.ts";

export interface StatusReport extends Receipt {
  /** The recipient, when the provider names the number and the user id. */
  recipient?: Sender;
  /** The reference we sent with the message, if the provider returns it. */
  reference?: string | undefined;
}

/** A person, as the provider names them. */
export interface Sender {
  /** Digits of the number, or the user id while the person hides the number. */
  from: string;
  /** The user id, when it comes with the number. */
  userId?: string;
}

/** A message or tap from a phone. */
export interface Inbound extends Sender {
  id: string;
  at: Date;
  /** The text, or what is written under a picture; empty for voice notes and taps. */
  text: string;
  /** Payload of a tapped button. */
  tap?: string;
  /** A voice note, picture, sticker or the like: the person expects an answer. Not a reaction to a message. */
  media?: boolean;
}

/** The whole second of an instant, in milliseconds since the epoch: providers report times without fractions. */
export const secondOf = (at: Date): number => Math.floor(at.getTime() / 1_000) * 1_000;

export const oldestFirst = <T extends { at: Date }>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => one.at.getTime() - other.at.getTime());

/** A message that our own number has sent, reported by a provider whose statuses carry no reference. */
export interface Echo {
  messageId: string;
  /** Digits of the recipient. */
  to: string;
  at: Date;
  /** See `hashOfText`; null for a voice note. */
  textHash: string | null;
}

/** Stands for the text of our own message. Six digits do not count: a hash would not hide a code for a new password. */
export const hashOfText = (text: string): string =>
  createHash("sha256").update(text.trim().replace(/\d{6}/g, "")).digest("hex");

/** A person's choice in WhatsApp's own settings: marketing messages on or off. */
export interface MarketingPreference extends Sender {
  at: Date;
  on: boolean;
}

/** A person has a new number, a new user id, or both (`to`): the old ones are no longer theirs. */
export interface AddressChange extends Sender {
  at: Date;
  to: Sender;
}

/** What a provider reports about our account instead of one message. `errors`: errors that belong to no message. */
export const accountFields = [
  "account_update",
  "account_alerts",
  "business_capability_update",
  "message_template_quality_update",
  "message_template_status_update",
  "phone_number_quality_update",
  "security",
  "template_category_update",
  "errors",
] as const;
export type AccountField = (typeof accountFields)[number];

export interface AccountEvent {
  field: AccountField;
  at: Date;
  /** The provider's own words, as JSON, at most 2,000 characters. */
  details: string;
}

/** The items of a webhook call by kind; each kind is processed by itself. The kind is stored, and a metric label. */
export interface ItemOf {
  message: Inbound;
  address_change: AddressChange;
  preference: MarketingPreference;
  echo: Echo;
  status: StatusReport;
  account: AccountEvent;
}
export type ItemKind = keyof ItemOf;
export type WebhookItem = { [Kind in ItemKind]: { kind: Kind; item: ItemOf[Kind] } }[ItemKind];

export interface Webhook {
  statuses: StatusReport[];
  messages: Inbound[];
  addressChanges: AddressChange[];
  echoes: Echo[];
  marketingPreferences: MarketingPreference[];
  accountEvents: AccountEvent[];
  /** Items of unknown or unused kinds: providers add kinds without notice. */
  ignored: number;
  /** Items that concern another sender of the same account at the provider. */
  foreign: number;
}

export const emptyWebhook = (): Webhook => ({
  statuses: [],
  messages: [],
  addressChanges: [],
  echoes: [],
  marketingPreferences: [],
  accountEvents: [],
  ignored: 0,
  foreign: 0,
});

/** Verifies and parses the webhook calls of a provider. */
export interface ProviderWebhooks {
  /**
   * Whether the provider has signed a call.
   *
   * @param header  returns the value of a header by its lower-case name
   * @param body    the exact bytes
   */
  isGenuine(header: (name: string) => string | undefined, body: Uint8Array): boolean;
  /** The answer to a verification request, or null when its token is not ours. */
  challenge(query: Readonly<Record<string, unknown>>): string | null;
  /** What is stored of the body of a call until it is read: all that `read` needs, and no text of our own messages. */
  stored(body: string): string;
  /**
   * Parses a stored call. Items of unknown kinds are counted and are no error.
   *
   * @param receivedAt  stands for the time of a report for which the provider gives none
   * @throws when a lookup at the provider is needed and fails
   */
  read(stored: string, receivedAt: Date): Promise<Webhook>;
}
