import { forgetAgain } from "@matinale/bus";
import { gauge, type Worker } from "@matinale/kit";
import { forgettingOf } from "../application/forget-person.ts";
import { sendAccountMessagesWorker, type SendMessagesDeps } from "./send-account-messages.ts";

/**
 * Every worker of identity. All are safe on any number of replicas.
 *
 * | Worker | Period | Lease | Claims |
 * | --- | --- | --- | --- |
 * | send-account-mails | 2 s | 5 min | due mails about accounts |
 * | send-reset-codes | 2 s | 5 min | due codes by WhatsApp |
 * | forget-again | 10 min | none, repeating is harmless | people erased within the last hour |
 */
export function identityWorkers(deps: SendMessagesDeps): Worker[] {
  gauge("identity_account_messages_failing_seconds", () =>
    deps.messages.failingSeconds(new Date()),
  );
  return [
    sendAccountMessagesWorker("send-account-mails", "mail", deps),
    sendAccountMessagesWorker("send-reset-codes", "whatsapp", deps),
    forgetAgain(forgettingOf(deps), deps),
  ];
}
