import type { Language } from "@matinale/contracts";
import type { Button, Template } from "../delivery/delivery.ts";

/** One message, ready for the provider. */
export type Message =
  | { form: "text"; body: string; buttons?: Button[] }
  | { form: "voice"; mediaId: string }
  | { form: "template"; template: Template; language: Language };

/**
 * What to do about a refusal. The provider asks clients to act on its codes, not on HTTP statuses or titles.
 *
 * - retry: it was busy or broken; the same message again, later
 * - throttled: this number sends too fast; later, and slower
 * - pair_limit: too much for this one phone; later, and much later each time
 * - change_form: the 24-hour window is closed; a template instead
 * - media: the uploaded sound is gone or unreadable; upload it again
 * - defer: the provider holds back messages to this person today
 * - recipient: this number cannot be reached
 * - opted_out: this person has refused messages at the provider
 * - message: this message can never be accepted
 * - template: the provider has stopped the template; it cannot be used until an operator acts
 * - sender: nothing can be sent until an operator acts
 */
export type Action =
  | "retry"
  | "throttled"
  | "pair_limit"
  | "change_form"
  | "media"
  | "defer"
  | "recipient"
  | "opted_out"
  | "message"
  | "template"
  | "sender";

export type Answer =
  | { outcome: "accepted"; messageId: string; waId?: string }
  | { outcome: "refused"; action: Action; code: number; retryAfterMs?: number }
  /** The request was sent and its answer lost: it may have been accepted. */
  | { outcome: "uncertain" };

export type Uploaded =
  | { outcome: "uploaded"; mediaId: string }
  | { outcome: "refused"; action: Action; code: number }
  | { outcome: "uncertain" };

/** Rules of a provider that decide how a conversation goes. */
export interface Abilities {
  /** Free text only within 24 hours of a person's own message, else templates. Without a window: at any time. */
  window: boolean;
  /** It may write to a person first. Linked phones are banned for that. */
  writesFirst: boolean;
}

/** The messaging provider, as far as this product needs it. Adapters never throw. */
export interface WhatsApp {
  readonly abilities: Abilities;
  /**
   * @param to         digits of the number, no plus
   * @param reference  comes back in every status of the message
   */
  send(to: string, message: Message, reference: string): Promise<Answer>;
  /** @param mediaKey  by which content gives out the same bytes */
  uploadMedia(bytes: Uint8Array, mime: string, mediaKey: string): Promise<Uploaded>;
  health(): Promise<boolean>;
}

/** Attempts to send a voice note that the provider cannot read: it is uploaded again once. */
export const mediaAttempts = 2;

/** How long no template is sent to a person whose messages the provider holds back. Milliseconds. */
export const heldBackMs = 24 * 3_600_000;

const second = 1_000;

/**
 * Pause before the next attempt: doubling from 1 s to 60 s with full jitter; for the limit of one phone
 * 4^n s, as the provider asks.
 *
 * @param attempt  calls made so far, from 1
 * @param random   in [0, 1)
 */
export function backOffMs(action: Action, attempt: number, random: number): number {
  if (action === "pair_limit") return Math.min(4 ** attempt, 600) * second;
  const most = Math.min(2 ** (attempt - 1), 60) * second;
  return Math.round(most * (0.5 + random / 2));
}
