import type { Form, Reason } from "./delivery.ts";
import { type RefusalKind, backOffMs } from "../channel/whatsapp.ts";

/** What to do with a refused message: send it again, send it in another form, or fail it with a reason. */
export type Verdict = { againInMs: number } | "change_form" | Reason;

/** Calls for a message that is refused with a code that we do not know: then it fails. */
const unknownAttempts = 5;
/** Calls for a voice note that the provider cannot read: it is uploaded and sent again once. */
const mediaAttempts = 2;
/** Most calls for a message that was accepted and failed later: the subscriber may have seen each. */
const maxAccepted = 3;

/**
 * Decides what to do about a refused message. The provider refuses it at once or reports it by a status.
 *
 * @param refusal.attempt       calls made so far, from 1
 * @param refusal.retryAfterMs  the delay that the provider asks for
 * @param reported              "by_status": the provider accepted the message first
 * @param random                in [0, 1), for the jitter of the back-off
 */
export function verdictOn(
  refusal: { action: RefusalKind; form: Form; attempt: number; retryAfterMs?: number | undefined },
  reported: "at_once" | "by_status",
  random: number,
): Verdict {
  const { action, form, attempt, retryAfterMs } = refusal;
  switch (action) {
    case "retry":
    case "throttled":
    case "pair_limit":
    case "sender":
    case "templates":
    case "voice_notes":
    case "unknown":
      if (action === "unknown" && attempt >= unknownAttempts) return "refused";
      if (reported === "by_status" && attempt >= maxAccepted) return "refused";
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
