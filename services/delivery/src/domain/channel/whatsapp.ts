import type { Language } from "@matinale/contracts";
import type { Button, Template } from "../delivery/delivery.ts";

export type Message =
  | { form: "text"; body: string; buttons?: Button[] | undefined }
  | { form: "voice"; mediaId: string }
  | { form: "template"; template: Template; language: Language };

/**
 * What a refusal concerns, and so what to do about it. The provider documents that clients must act on its codes, not
 * on HTTP statuses or titles. The words are stored with statuses and are labels of metrics.
 */
export type RefusalKind =
  // This call.
  /** The provider was busy or failed; send the same message again later. */
  | "retry"
  /** Our number sends too fast; send again later, and slower. */
  | "throttled"
  /** Too many messages to this one phone; send again, with a delay that grows fast. */
  | "pair_limit"
  // This message.
  /** The 24-hour window is closed; send a template instead. */
  | "change_form"
  /** The provider has lost the voice note or cannot read it; upload it again. */
  | "media"
  /** The provider will never accept this message. */
  | "message"
  /** The provider has stopped this one template; an operator must act. */
  | "template"
  // This recipient.
  /** The provider holds back messages to this person today. */
  | "defer"
  /** The provider cannot reach this number. */
  | "recipient"
  /** This person has turned off our messages in WhatsApp. */
  | "opted_out"
  // Our number, and so other messages too.
  /** The provider refuses all templates from our number; open conversations go on. */
  | "templates"
  /** The provider refuses all voice notes from our number; texts go on. */
  | "voice_notes"
  /** A code that we do not know; for several people in a row it concerns our number, and an operator must look. */
  | "unknown"
  /** The provider refuses everything from our number; an operator must act. */
  | "sender";

export type Answer =
  | { outcome: "accepted"; messageId: string; waId?: string }
  | {
      outcome: "refused";
      action: RefusalKind;
      code: number;
      retryAfterMs?: number;
      /** The provider's words about a limit of our account, for the log. */
      reason?: string;
    }
  /** The request was sent and its answer lost: it may have been accepted. */
  | { outcome: "uncertain" };

export type Uploaded =
  | { outcome: "uploaded"; mediaId: string }
  | { outcome: "refused"; action: RefusalKind; code: number }
  | { outcome: "uncertain" };

/** The messaging provider, as far as this product needs it. Adapters never throw. */
export interface WhatsApp {
  /**
   * A linked phone has no 24-hour window, in which alone the Cloud API takes free text. WhatsApp bans linked phones that
   * send the first message to a person.
   */
  readonly isLinkedPhone: boolean;
  /**
   * @param to         digits of the number, no plus; or the user id of a person who hides it
   * @param reference  comes back in every status of the message
   */
  send(to: string, message: Message, reference: string): Promise<Answer>;
  /** @param mediaKey  key of the same bytes in content */
  uploadMedia(bytes: Uint8Array, mime: string, mediaKey: string): Promise<Uploaded>;
  health(): Promise<boolean>;
}

/** How long no template is sent to a person whose messages the provider holds back. Milliseconds. */
export const heldBackMs = 24 * 3_600_000;

const second = 1_000;

/**
 * Pause before the next attempt: doubling from 1 s to 60 s, of which jitter takes up to half; for the limit of one phone
 * 4^n s, as the provider asks.
 *
 * @param attempt  calls made so far, from 1
 * @param random   in [0, 1)
 */
export function backOffMs(action: RefusalKind, attempt: number, random: number): number {
  if (action === "pair_limit") return Math.min(4 ** attempt, 600) * second;
  const most = Math.min(2 ** (attempt - 1), 60) * second;
  return Math.round(most * (0.5 + random / 2));
}
