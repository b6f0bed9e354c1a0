import { audioHashOf } from "../domain/delivery/delivery.ts";
import type { SendStep } from "../domain/delivery/next-step.ts";
import { markFailed, requeue } from "../domain/delivery/transitions.ts";
import { verdictOn } from "../domain/delivery/refusal-policy.ts";
import type { Answer } from "../domain/channel/whatsapp.ts";
import type { Stored } from "../store/deliveries.ts";
import { updateRecipient, updateWindow } from "./refusal-effects.ts";
import type { LeasedDelivery } from "./leased-delivery.ts";
import { rescheduleAt } from "./lease-transitions.ts";
import type { DeliverDeps } from "./load-context.ts";

/** Applies the refusal policy to a message that the provider refused at once. */
export async function handleRefusal(
  answer: Extract<Answer, { outcome: "refused" }>,
  delivery: Stored,
  { part, message }: SendStep,
  leased: LeasedDelivery,
  deps: DeliverDeps,
): Promise<void> {
  const { action, code } = answer;
  const { form } = message;
  const { userId } = delivery;
  const at = deps.now();
  if (action === "throttled") await deps.rate.throttled();
  if (action === "sender") deps.onSenderRefused(code);
  await updateWindow(action, userId, at, deps.subscribers);
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
    await leased.write(requeue(part));
  } else if (typeof verdict === "object") {
    const sha256 = audioHashOf(delivery, part);
    if (action === "media" && message.form === "voice" && sha256 !== undefined) {
      await deps.uploads.forget(sha256, { mediaId: message.mediaId }, at);
      deps.onAudioLost();
    }
    const workAt = new Date(at.getTime() + verdict.againInMs);
    await leased.write(rescheduleAt(workAt, requeue(part)));
    deps.onRescheduled(workAt);
  } else {
    await leased.write(markFailed(part, { reason: verdict, code, at }));
    await updateRecipient(action, userId, at, deps);
  }
}
