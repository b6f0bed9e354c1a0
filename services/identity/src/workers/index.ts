import type { Worker } from "@matinale/kit";
import { sendAccountMessagesWorker, type SendMessagesDeps } from "./send-account-messages.ts";

/**
 * Every worker of identity. All are safe on any number of replicas.
 *
 * | Worker | Period | Lease | Claims |
 * | --- | --- | --- | --- |
 * | send-account-messages | 1 s | 5 min | due messages about accounts |
 */
export const identityWorkers = (deps: SendMessagesDeps): Worker[] => [
  sendAccountMessagesWorker(deps),
];
