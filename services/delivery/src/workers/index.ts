import { ticker, type Worker } from "@matinale/kit";
import { applyUnmatched } from "../application/apply-status.ts";
import { ProviderCalls } from "../application/provider-calls.ts";
import type { Leases } from "../domain/delivery/leases.ts";
import { batched } from "../store/batched.ts";
import { expireClaims } from "./expire-claims.ts";
import { followZoneRules } from "./follow-zone-rules.ts";
import { planAlerts } from "./plan-alerts.ts";
import { planDueDeliveries, requestReplannedDigests } from "./plan-due-deliveries.ts";
import { processWebhooks } from "./process-webhooks.ts";
import type { WideRefusal } from "../application/sender-circuit.ts";
import { sendDeliveries } from "./send-deliveries.ts";
import { sendNotices } from "./send-notices.ts";
import { uploadAudio } from "./upload-audio.ts";

type Deps = Parameters<typeof planDueDeliveries>[0] &
  Parameters<typeof requestReplannedDigests>[0] &
  Parameters<typeof planAlerts>[0] &
  Parameters<typeof sendNotices>[0] &
  Parameters<typeof expireClaims>[0] &
  Parameters<typeof uploadAudio>[0] &
  Parameters<typeof sendDeliveries>[0] &
  Parameters<typeof processWebhooks>[0];

/** Dependencies that this file provides: the lease of each worker, and the calls that wake another one. */
type Internal =
  | "leaseMs"
  | "applyUnmatched"
  | "onReady"
  | "onScheduled"
  | "onSenderRefused"
  | "onAudioLost"
  | "calls"
  | "onWork";

export type WorkerDeps = Omit<Deps, Internal> & { leases: Leases };

/**
 * All workers. Each claims its work by lease or writes on condition of a version, so any number of
 * replicas may run all of them. Other code wakes a worker as soon as there is work for it; the period is
 * for work that a crash has left behind.
 *
 * | Worker              | Period    | Lease      | Claims                                              |
 * | ------------------- | --------- | ---------- | --------------------------------------------------- |
 * | plan-due-deliveries | 10 s      | slotMs     | subscribers whose next slot is due within 15 minutes |
 * | plan-alerts         | 5 s       | alertMs    | the oldest alert that is not planned for all yet    |
 * | send-notices        | 15 s      | noticeMs   | subscribers with a due notice about their plan      |
 * | expire-claims       | 15 s      | none       | numbers that their phones did not confirm in time   |
 * | follow-zone-rules   | 5 min     | none       | schedules of zones whose rules have changed         |
 * | upload-audio        | lease / 4 | uploadMs   | voice notes that the provider does not have yet     |
 * | send-deliveries     | 4 s       | deliveryMs | deliveries whose next step is due                   |
 * | process-webhooks    | lease / 2 | webhookMs  | stored webhook calls, and items that failed before  |
 * | log-refused-calls   | 1 min     | none       | nothing: logs the calls that were not accepted      |
 */
export function deliveryWorkers(deps: WorkerDeps) {
  const { leases, logger } = deps;
  const wake = {
    /** A delivery can be sent, or a voice note can be uploaded. */
    onWork: (): void => {
      sending.wake();
      uploading.wake();
    },
    /** A schedule has changed: a slot, a notice or a planned delivery may be due earlier than before. */
    onScheduled: (): void => {
      planning.wake();
      noticing.wake();
      sending.wake();
    },
    /** An alert can be planned. */
    onAlert: (): void => alerting.wake(),
    /** A webhook call was stored. */
    onWebhook: (): void => processing.wake(),
  };
  const onSenderRefused = (action: WideRefusal, code: number): void =>
    sending.senderRefused(action, code);
  const applyUnmatchedOf = batched(async (messageIds: readonly string[]) => {
    await applyUnmatched(messageIds, { ...deps, ...wake, onSenderRefused });
    return messageIds.map(() => undefined);
  });

  const planning = ticker({
    name: "plan-due-deliveries",
    everyMs: 10_000,
    logger,
    run: async () => {
      const planned = await planDueDeliveries({ ...deps, leaseMs: leases.slotMs });
      return (await requestReplannedDigests(deps)) ?? planned;
    },
  });
  const alerting = ticker({
    name: "plan-alerts",
    everyMs: 5_000,
    logger,
    run: (signal) => planAlerts({ ...deps, ...wake, leaseMs: leases.alertMs }, signal),
  });
  const noticing = ticker({
    name: "send-notices",
    everyMs: 15_000,
    logger,
    run: () => sendNotices({ ...deps, ...wake, leaseMs: leases.noticeMs }),
  });
  const expiring = ticker({
    name: "expire-claims",
    everyMs: 15_000,
    logger,
    run: () => expireClaims(deps),
  });
  const following = ticker({
    name: "follow-zone-rules",
    everyMs: 300_000,
    logger,
    run: (signal) => followZoneRules({ ...deps, ...wake }, signal),
  });
  const uploading = ticker({
    name: "upload-audio",
    everyMs: leases.uploadMs / 4,
    logger,
    run: () => uploadAudio({ ...deps, leaseMs: leases.uploadMs, onReady: () => sending.wake() }),
  });
  const calls = new ProviderCalls();
  const logging = ticker({
    name: "log-refused-calls",
    everyMs: 60_000,
    logger,
    run: async () => calls.log(logger),
  });
  const sending = sendDeliveries({
    ...deps,
    calls,
    leaseMs: leases.deliveryMs,
    applyUnmatched: applyUnmatchedOf,
    onAudioLost: () => uploading.wake(),
  });
  const processing = ticker({
    name: "process-webhooks",
    everyMs: leases.webhookMs / 2,
    minIntervalMs: 100,
    logger,
    run: () => processWebhooks({ ...deps, ...wake, leaseMs: leases.webhookMs, onSenderRefused }),
  });

  const all: Worker[] = [
    planning,
    alerting,
    noticing,
    expiring,
    following,
    uploading,
    sending,
    processing,
    logging,
  ];
  return { all, wake };
}
