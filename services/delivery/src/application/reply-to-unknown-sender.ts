import { counter } from "@matinale/kit";
import type { Inbound } from "../domain/channel/inbound.ts";
import { unknownSenderReply } from "../domain/conversation/unknown-sender.ts";
import type { Deps } from "./deps.ts";
import { sendAtOnce } from "./send-at-once.ts";

const replies = counter("delivery_unknown_sender_replies_total");

/**
 * Replies to a number without an account, once an hour. The reply is recorded before the call, so no
 * number gets two; a lost reply is not repeated. Webhook processing does not wait for the reply.
 */
export function replyToUnknownSender(message: Inbound, deps: Deps): void {
  deps.background.start(claimAndReply(message, deps), (err) =>
    deps.logger.warn({ err }, "replying to an unknown sender failed, not retried"),
  );
}

async function claimAndReply(message: Inbound, deps: Deps): Promise<void> {
  const { unknownSenders, site, now } = deps;
  const body = unknownSenderReply(message, site, now());
  if (body === null || (await deps.isStopped())) return;
  if (!(await unknownSenders.claimReply(message.from, now())))
    return replies.inc({ outcome: "silent" });
  const answer = await sendAtOnce(
    {
      to: message.from,
      message: { form: "text", body },
      reference: "unknown-sender:text0",
      recipient: message.from,
    },
    deps,
  );
  replies.inc({ outcome: answer?.outcome ?? "rate_exceeded" });
}
