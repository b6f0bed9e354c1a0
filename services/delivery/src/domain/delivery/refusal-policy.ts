import type { Form, Reason } from "./delivery.ts";
import { type Action, backOffMs, mediaAttempts } from "../channel/whatsapp.ts";

/** What to do with a refused message: send it again, change its form, or give up with a reason. */
export type Verdict = { againInMs: number } | "change_form" | Reason;

/** Calls at most for a message that was accepted and failed later: the subscriber may have seen each. */
const mostTaken = 3;

/**
 * What to do about a refused message, whether the provider said so at once or by a status.
 *
 * @param refusal.attempt       calls made so far, from 1
 * @param refusal.retryAfterMs  what the provider asks to wait
 * @param reported                  at once: the provider never accepted the message
 * @param random                in [0, 1)
 */
export function verdictOn(
  refusal: { action: Action; form: Form; attempt: number; retryAfterMs?: number },
  reported: "at_once" | "by_status",
  random: number,
): Verdict {
  const { action, form, attempt, retryAfterMs } = refusal;
  switch (action) {
    case "retry":
    case "throttled":
    case "pair_limit":
    case "sender":
      if (reported === "by_status" && attempt >= mostTaken) return "refused";
      return { againInMs: retryAfterMs ?? backOffMs(action, attempt, random) };
    case "change_form":
      return form === "template" ? "refused" : "change_form";
    case "media":
      if (form !== "voice") return "refused";
      if (attempt >= mediaAttempts) return "audio_unavailable";
      return { againInMs: backOffMs("retry", attempt, random) };
    case "defer":
      return "deferred";
    case "recipient":
      return "unreachable";
    case "opted_out":
      return "opted_out";
    case "template":
      return "template_stopped";
    case "message":
      return "refused";
  }
}
