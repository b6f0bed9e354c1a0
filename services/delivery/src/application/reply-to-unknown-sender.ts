import { setTimeout as pause } from "node:timers/promises";
import { counter, type Logger } from "@matinale/kit";
import type { Site } from "../domain/conversation/conversation.ts";
import type { Inbound } from "../domain/channel/inbound.ts";
import type { MessageRate } from "../domain/rate/rate.ts";
import { unknownSenderReply } from "../domain/conversation/unknown-sender.ts";
import type { WhatsApp } from "../domain/channel/whatsapp.ts";
import type { UnknownSenders } from "../store/unknown-senders.ts";

export interface UnknownSenderDeps {
  unknownSenders: UnknownSenders;
  whatsapp: WhatsApp;
  rate: MessageRate;
  site: Site;
  isStopped: () => Promise<boolean>;
  logger: Logger;
  now: () => Date;
}

const answers = counter("delivery_stranger_answers_total");

/** With a longer wait for the rate, no reply is sent. Milliseconds. */
const longestWaitMs = 10_000;

/**
 * Replies to numbers without an account, once an hour each. The reply is claimed before the call, so that
 * no number gets two; a reply that is lost is not repeated. Webhook processing does not wait for it.
 */
export function unknownSenderReplies(deps: UnknownSenderDeps): {
  answer(messages: readonly Inbound[]): void;
  close(): Promise<void>;
} {
  const atWork = new Set<Promise<void>>();
  return {
    answer: (messages) => {
      for (const message of messages) {
        const work = one(message, deps)
          .catch((error: unknown) =>
            deps.logger.warn({ err: error }, "replying to an unknown sender failed, not retried"),
          )
          .finally(() => atWork.delete(work));
        atWork.add(work);
      }
    },
    close: async () => {
      await Promise.all(atWork);
    },
  };
}

async function one(message: Inbound, deps: UnknownSenderDeps): Promise<void> {
  const { unknownSenders, whatsapp, rate, site, now } = deps;
  const body = unknownSenderReply(message, site, now());
  if (body === null || (await deps.isStopped())) return;
  if (!(await unknownSenders.claimReply(message.from, now())))
    return answers.inc({ outcome: "silent" });
  const permit = await rate.reserve(message.from);
  if ("tooMuchForMs" in permit || permit.afterMs > longestWaitMs) {
    return answers.inc({ outcome: "no_room" });
  }
  await pause(permit.afterMs);
  const sent = await whatsapp.send(message.from, { form: "text", body }, `stranger:text0`);
  answers.inc({ outcome: sent.outcome });
}
