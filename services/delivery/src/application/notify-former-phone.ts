import { replyText } from "../domain/conversation/conversation.ts";
import {
  languageOf,
  optedOut,
  recipientOf,
  type Subscriber,
} from "../domain/subscriber/subscriber.ts";
import type { Deps } from "./deps.ts";
import { isOpen, sendAtOnce } from "./send-at-once.ts";

const failure = "sending a message to a replaced number failed, not retried";

/**
 * Informs a confirmed phone that another number has replaced its own, which a stranger may have done: only while its
 * conversation is open, and not after a STOP. Nothing waits for it, and it is not repeated: identity sends a mail in any
 * case.
 */
export function notifyFormerPhone(former: Subscriber, deps: Deps): void {
  deps.background.start(notify(former, deps), (err) => deps.logger.warn({ err }, failure));
}

async function notify(former: Subscriber, deps: Deps): Promise<void> {
  const to = recipientOf(former.channel);
  if (to === undefined || optedOut(former) || !isOpen(former, deps)) return;
  if (await deps.isStopped()) return;
  const body = replyText("number_replaced", languageOf(former), deps.site);
  const answer = await sendAtOnce(
    {
      to,
      message: { form: "text", body },
      reference: "number-replaced:text0",
      recipient: former._id,
    },
    deps,
  );
  if (answer?.outcome === "accepted") return;
  const outcome = answer?.outcome ?? "rate_exceeded";
  deps.logger.warn({ userId: former._id, outcome }, failure);
}
