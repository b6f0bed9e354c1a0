import { setTimeout as pause } from "node:timers/promises";
import { counter } from "@matinale/kit";
import type { Inbound } from "../domain/channel/inbound.ts";
import { unknownSenderReply } from "../domain/conversation/unknown-sender.ts";
import type { Deps } from "./deps.ts";

type UnknownSenderDeps = Pick<
  Deps,
  "background" | "unknownSenders" | "whatsapp" | "rate" | "site" | "isStopped" | "now"
>;

const replies = counter("delivery_unknown_sender_replies_total");

/** No reply is sent if the rate would delay it longer than this. Milliseconds. */
const longestWaitMs = 10_000;

/**
 * Replies to numbers without an account, once an hour each. The reply is recorded before the call, so no
 * number gets two; a lost reply is not repeated. Webhook processing does not wait for the reply.
 */
export function replyToUnknownSenders(messages: readonly Inbound[], deps: UnknownSenderDeps): void {
  for (const message of messages) {
    deps.background.start(
      replyToOne(message, deps),
      "replying to an unknown sender failed, not retried",
    );
  }
}

async function replyToOne(message: Inbound, deps: UnknownSenderDeps): Promise<void> {
  const { unknownSenders, whatsapp, rate, site, now } = deps;
  const body = unknownSenderReply(message, site, now());
  if (body === null || (await deps.isStopped())) return;
  if (!(await unknownSenders.claimReply(message.from, now())))
    return replies.inc({ outcome: "silent" });
  const permit = await rate.reserve(message.from);
  if ("tooMuchForMs" in permit || permit.afterMs > longestWaitMs) {
    return replies.inc({ outcome: "rate_exceeded" });
  }
  await pause(permit.afterMs);
  const sent = await whatsapp.send(message.from, { form: "text", body }, "unknown-sender:text0");
  replies.inc({ outcome: sent.outcome });
}
