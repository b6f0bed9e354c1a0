import type { Language } from "@matinale/contracts";
import type { Button, Template } from "./delivery.ts";

/** One message, ready for the provider. */
export type Message =
  | { form: "text"; body: string; buttons?: Button[] }
  | { form: "voice"; mediaId: string }
  | { form: "template"; template: Template; language: Language };

/**
 * What to do about a refusal. The provider asks to act on its codes, not on HTTP statuses or titles.
 *
 * - retry: it was busy or broken; the same message again, later
 * - pair_limit: too much for this one phone; later, and much later each time
 * - change_form: the 24-hour window is closed; a template instead
 * - media: the uploaded sound is gone or unreadable; upload it again
 * - defer: the provider holds back messages to this person today
 * - recipient: this number cannot be reached
 * - opted_out: this person has refused messages at the provider
 * - message: this message can never be accepted
 * - sender: nothing at all can be sent until somebody acts
 */
export type Action =
  | "retry"
  | "pair_limit"
  | "change_form"
  | "media"
  | "defer"
  | "recipient"
  | "opted_out"
  | "message"
  | "sender";

export type Answer =
  | { outcome: "accepted"; messageId: string; waId?: string }
  | { outcome: "refused"; action: Action; code: number; retryAfterMs?: number }
  /** The request left, the answer did not come: it may or may not have been accepted. */
  | { outcome: "uncertain" };

export type Uploaded =
  | { outcome: "uploaded"; mediaId: string }
  | { outcome: "refused"; action: Action; code: number }
  | { outcome: "uncertain" };

/** The messaging provider, as far as this product needs it. Adapters never throw. */
export interface WhatsApp {
  /**
   * @param to         digits of the number, no plus
   * @param reference  comes back in every status of the message
   */
  send(to: string, message: Message, reference: string): Promise<Answer>;
  uploadMedia(bytes: Uint8Array, mime: string): Promise<Uploaded>;
  health(): Promise<boolean>;
}

const codes: Record<Action, readonly number[]> = {
  retry: [1, 2, 4, 80007, 130429, 131000, 131016, 131057, 133004],
  pair_limit: [131056],
  change_form: [131047],
  media: [131052, 131053],
  defer: [130472, 131049],
  recipient: [131021, 131026],
  opted_out: [131050],
  message: [100, 131008, 131009, 131051, 132000, 132001, 132012, 132015, 132016],
  sender: [0, 3, 10, 33, 190, 368, 131031, 131042, 131048, 133010],
};
const actions = new Map(
  Object.entries(codes).flatMap(([action, list]) => list.map((code) => [code, action as Action])),
);

/**
 * Codes as in the Cloud API's error reference.
 *
 * @param code    the provider's code, or null when the answer had none
 * @param status  HTTP status, which decides only when there is no known code
 */
export function actionFor(code: number | null, status: number): Action {
  if (code !== null) {
    const known = actions.get(code);
    if (known !== undefined) return known;
    if (code >= 200 && code <= 299) return "sender";
  }
  if (status === 429 || status >= 500) return "retry";
  return status === 401 || status === 403 ? "sender" : "message";
}

/** Codes that say that this number sends too fast, or asks too much of the account. */
const throttling = new Set([4, 80007, 130429]);

export const isThrottling = (code: number): boolean => throttling.has(code);

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
