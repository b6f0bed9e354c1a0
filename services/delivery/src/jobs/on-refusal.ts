import { type Reason, soundOf } from "../domain/delivery.ts";
import type { Sending } from "../domain/next-step.ts";
import { failed, putBack } from "../domain/progress.ts";
import {
  backOffMs,
  heldBackMs,
  mediaAttempts,
  type Action,
  type Answer,
} from "../domain/whatsapp.ts";
import type { Stored } from "../store/deliveries.ts";
import type { InHand } from "./in-hand.ts";
import { freed } from "./lease-decisions.ts";
import type { DeliverDeps } from "./look.ts";

/** What becomes of a message that the provider did not take. */
export async function onRefusal(
  answer: Extract<Answer, { outcome: "refused" }>,
  delivery: Stored,
  { part, message }: Sending,
  hand: InHand,
  deps: DeliverDeps,
): Promise<void> {
  const { action, code } = answer;
  if (action === "throttled") await deps.rate.throttled();
  const at = deps.now();
  const attempt = delivery.parts[part]?.attempt ?? 1;
  const giveUp = async (reason: Reason) => {
    await hand.write(failed(part, { reason, code, at }));
  };
  const tryAgain = async (ms: number) => {
    const workAt = new Date(at.getTime() + ms);
    await hand.write(freed(workAt, putBack(part)));
    deps.reached?.("call put back");
    deps.onFreed(workAt);
  };
  switch (action) {
    case "retry":
    case "throttled":
    case "pair_limit":
      return tryAgain(answer.retryAfterMs ?? backOffMs(action, attempt, Math.random()));
    case "sender":
      deps.onSenderRefused(code);
      return tryAgain(deps.probeEveryMs);
    case "change_form":
      if (message.form === "template") return giveUp("refused");
      await deps.subscribers.closeWindow(delivery.userId, at);
      await hand.write(putBack(part));
      return;
    case "media": {
      const sha256 = soundOf(delivery, part);
      if (message.form !== "voice" || sha256 === undefined) return giveUp("refused");
      if (attempt >= mediaAttempts) return giveUp("audio_unavailable");
      await deps.uploads.forget(sha256, { mediaId: message.mediaId }, at);
      deps.onSoundLost();
      return tryAgain(backOffMs("retry", attempt, Math.random()));
    }
    case "recipient":
      await giveUp(finalReasons[action]);
      return deps.onUnreachable(delivery.userId);
    case "opted_out":
      await giveUp(finalReasons[action]);
      return deps.onOptedOut(delivery.userId, at);
    case "defer":
      await deps.subscribers.holdBack(delivery.userId, new Date(at.getTime() + heldBackMs));
      return giveUp(finalReasons[action]);
    default:
      return giveUp(finalReasons[action]);
  }
}

const finalReasons = {
  defer: "deferred",
  recipient: "unreachable",
  opted_out: "opted_out",
  message: "refused",
  template: "template_stopped",
} as const satisfies Partial<Record<Action, Reason>>;
