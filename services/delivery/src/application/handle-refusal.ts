import type { Answer } from "../domain/channel/whatsapp.ts";
import { audioHashOf, type Delivery } from "../domain/delivery/delivery.ts";
import type { SendStep } from "../domain/delivery/next-step.ts";
import { deadlineOf } from "../domain/delivery/timing.ts";
import { verdictOn } from "../domain/delivery/refusal-policy.ts";
import { markFailed, requeue } from "../domain/delivery/transitions.ts";
import { type LeasedDelivery, rescheduleAt } from "./leased-delivery.ts";
import type { DeliverDeps } from "./load-context.ts";
import { updateRecipient, updateWindow } from "./refusal-effects.ts";
import { concernsOurNumber } from "./sender-circuit.ts";

/** Applies the refusal policy to a message that the provider refused at once. */
export async function handleRefusal(
  answer: Extract<Answer, { outcome: "refused" }>,
  delivery: Delivery,
  { part, message }: SendStep,
  leased: LeasedDelivery,
  deps: DeliverDeps,
): Promise<void> {
  const { action, code } = answer;
  const { userId } = delivery;
  const at = deps.now();
  if (action === "throttled") await deps.rate.throttled();
  await updateWindow(action, userId, at, deps);
  const retryAfterMs = concernsOurNumber(action) ? deps.circuits.probeEveryMs : answer.retryAfterMs;
  const attempt = delivery.parts[part]?.attempt ?? 1;
  const refusal = { action, form: message.form, attempt, retryAfterMs };
  const verdict = verdictOn(refusal, "at_once", Math.random());
  if (verdict === "change_form") {
    await leased.write(requeue(part));
  } else if (typeof verdict === "object") {
    const sha256 = audioHashOf(delivery, part);
    if (action === "media" && message.form === "voice" && sha256 !== undefined) {
      await deps.uploads.forget(sha256, { mediaId: message.mediaId }, at);
      deps.onWork();
    }
    // the provider may ask for a longer delay, but then the delivery ends at its deadline
    const againAt = at.getTime() + verdict.againInMs;
    const workAt = new Date(Math.min(againAt, deadlineOf(delivery).getTime()));
    await leased.write(rescheduleAt(workAt, requeue(part)));
    deps.onRescheduled(workAt);
  } else {
    await leased.write(markFailed(part, { reason: verdict, code, at }));
    await updateRecipient(action, delivery, at, deps);
  }
}
