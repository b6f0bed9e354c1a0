import { soundOf } from "../domain/delivery/delivery.ts";
import type { Sending } from "../domain/delivery/next-step.ts";
import { failed, putBack } from "../domain/delivery/transitions.ts";
import { verdictOn } from "../domain/delivery/refusal-policy.ts";
import type { Answer } from "../domain/channel/whatsapp.ts";
import type { Stored } from "../store/deliveries.ts";
import { heedRecipient, heedWindow } from "./refusal-effects.ts";
import type { InHand } from "./leased-delivery.ts";
import { freed } from "./lease-transitions.ts";
import type { DeliverDeps } from "./load-context.ts";

/** What becomes of a message that the provider did not take. */
export async function onRefusal(
  answer: Extract<Answer, { outcome: "refused" }>,
  delivery: Stored,
  { part, message }: Sending,
  hand: InHand,
  deps: DeliverDeps,
): Promise<void> {
  const { action, code } = answer;
  const { form } = message;
  const { userId } = delivery;
  const at = deps.now();
  if (action === "throttled") await deps.rate.throttled();
  if (action === "sender") deps.onSenderRefused(code);
  await heedWindow(action, userId, at, deps.subscribers);
  const attempt = delivery.parts[part]?.attempt ?? 1;
  const retryAfterMs = action === "sender" ? deps.probeEveryMs : answer.retryAfterMs;
  const refusal = {
    action,
    form,
    attempt,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  const verdict = verdictOn(refusal, "at_once", Math.random());
  if (verdict === "change_form") {
    await hand.write(putBack(part));
  } else if (typeof verdict === "object") {
    const sha256 = soundOf(delivery, part);
    if (action === "media" && message.form === "voice" && sha256 !== undefined) {
      await deps.uploads.forget(sha256, { mediaId: message.mediaId }, at);
      deps.onSoundLost();
    }
    const workAt = new Date(at.getTime() + verdict.againInMs);
    await hand.write(freed(workAt, putBack(part)));
    deps.reached?.("call put back");
    deps.onFreed(workAt);
  } else {
    await hand.write(failed(part, { reason: verdict, code, at }));
    await heedRecipient(action, userId, at, deps);
  }
}
