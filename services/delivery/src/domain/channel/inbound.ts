import type { Receipt } from "../delivery/transitions.ts";

/** A status of one of our messages. */
export interface StatusReport extends Receipt {
  /** The reference we sent with the message, if the provider returns it. */
  reference?: string;
}

/** A message or tap from a phone. */
export interface Inbound {
  id: string;
  /** Digits of the number. */
  from: string;
  at: Date;
  /** What was written; empty for sounds, pictures and taps. */
  text: string;
  /** Payload of a tapped button. */
  tap?: string;
}

/** A message of our own number, reported by a provider that gives no reference with its statuses. */
export interface Echo {
  messageId: string;
  /** Digits of the recipient. */
  to: string;
  at: Date;
  /** null for a sound. */
  text: string | null;
}

/** A choice in WhatsApp's own settings about messages that the person has not requested. */
export interface MarketingPreference {
  /** Digits of the number. */
  from: string;
  at: Date;
  on: boolean;
}

/** The items of a webhook call by kind; each kind is processed by itself. "switch" is stored and a metric label. */
export interface ItemOf {
  message: Inbound;
  switch: MarketingPreference;
  echo: Echo;
  status: StatusReport;
}
export type ItemKind = keyof ItemOf;
export const itemKinds = ["message", "switch", "echo", "status"] as const satisfies ItemKind[];
export type WebhookItem = { [Kind in ItemKind]: { kind: Kind; item: ItemOf[Kind] } }[ItemKind];

export interface Webhook {
  statuses: StatusReport[];
  messages: Inbound[];
  echoes: Echo[];
  marketingPreferences: MarketingPreference[];
  /** Items of unknown or unused kinds: providers add kinds without notice. */
  ignored: number;
  /** Items that concern another sender of the same account at the provider. */
  foreign: number;
}

export const emptyWebhook: Webhook = {
  statuses: [],
  messages: [],
  echoes: [],
  marketingPreferences: [],
  ignored: 0,
  foreign: 0,
};
