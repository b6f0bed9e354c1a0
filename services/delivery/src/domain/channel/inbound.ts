import type { Receipt } from "../delivery/transitions.ts";

/** A status of one of our messages. */
export interface StatusReport extends Receipt {
  /** What we gave along with the message, where the provider gives it back. */
  reference?: string;
}

/** Something that came from a phone. */
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

/** What our own number has said, told back by a provider that gives no reference with it. */
export interface Echo {
  messageId: string;
  /** Digits of the number it was said to. */
  to: string;
  at: Date;
  /** null for a sound. */
  text: string | null;
}

/** What somebody has chosen in WhatsApp's own settings about what we send unasked. */
export interface MarketingPreference {
  /** Digits of the number. */
  from: string;
  at: Date;
  on: boolean;
}

/** What a webhook call is made of; each kind is processed by itself. */
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
  /** Items of a shape that this product has no use for: new kinds appear without notice. */
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
