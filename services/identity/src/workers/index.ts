import { gauge, type Worker } from "@matinale/kit";
import { sendAccountMessagesWorker, type SendMessagesDeps } from "./send-account-messages.ts";

/**
 * Every worker of identity. All are safe on any number of replicas.
 *
 * | Worker | Period | Lease | Claims |
 * | --- | --- | --- | --- |
 * | send-account-mails | 2 s | 5 min | due mails about accounts |
 * | send-reset-codes | 2 s | 5 min | due codes by WhatsApp |
 */
export function identityWorkers(deps: SendMessagesDeps): Worker[] {
  gauge("identity_account_messages_failing_seconds", () =>
    deps.messages.failingSeconds(new Date()),
  );
  return [
    sendAccountMessagesWorker("send-account-mails", "mail", deps),
    sendAccountMessagesWorker("send-reset-codes", "whatsapp", deps),
  ];
}
