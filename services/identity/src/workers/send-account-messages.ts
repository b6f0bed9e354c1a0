import { counter, ticker, type Logger, type Worker } from "@matinale/kit";
import type { Leased } from "@matinale/kit/mongo";
import { sendAccountMessage, type MessageDeps } from "../application/send-account-message.ts";
import { usefulForMs, type AccountMessage, type Channel } from "../domain/mail/account-message.ts";
import { MailRefused } from "../domain/mail/mail.ts";

const outcomes = counter("identity_account_messages_total");

const everyMs = 2_000;
/** Sent one after the other, each as slow as its timeouts allow, take less time than the lease. */
const batch = 5;

export type SendMessagesDeps = MessageDeps & { logger: Logger };

async function sendOne(
  message: Leased<AccountMessage>,
  deps: SendMessagesDeps,
  now: Date,
): Promise<void> {
  const { messages, logger } = deps;
  const { kind, attempts, failingSince } = message;
  try {
    const outcome = await sendAccountMessage(message, deps, now);
    if (outcome === "sent") await messages.finish(message, now);
    else if (outcome === "postponed") await messages.postpone(message, now);
    else await messages.remove(message);
    outcomes.inc({ kind, outcome });
  } catch (error) {
    const isTooOld = failingSince && now.getTime() - failingSince.getTime() > usefulForMs(kind);
    // the owner repairs the mailbox, and the sender has read that the message has arrived
    const isRefused = error instanceof MailRefused && kind !== "contact";
    const outcome = isRefused || isTooOld ? "given_up" : "postponed";
    if (outcome === "given_up") await messages.remove(message);
    else await messages.postpone(message, now);
    outcomes.inc({ kind, outcome });
    logger.warn({ err: error, kind, attempts, outcome }, "sending an account message failed");
  }
}

export async function sendAccountMessages(
  channel: Channel,
  deps: SendMessagesDeps,
  now: Date,
): Promise<void | "again"> {
  const claimed = await deps.messages.claim(channel, now, batch);
  const groups = Map.groupBy(claimed, ({ about }) => JSON.stringify(about)).values();
  const inOrder = async (group: Leased<AccountMessage>[]) => {
    for (const message of group) await sendOne(message, deps, now);
  };
  // one after the other for one account, so that the limit of open links holds
  await Promise.all([...groups].map(inOrder));
  if (claimed.length === batch) return "again";
}

/** Claims due messages of one channel by lease and sends them. Safe on any number of replicas. */
export const sendAccountMessagesWorker = (
  name: string,
  channel: Channel,
  deps: SendMessagesDeps,
): Worker =>
  ticker({
    name,
    everyMs,
    logger: deps.logger,
    run: () => sendAccountMessages(channel, deps, new Date()),
  });
