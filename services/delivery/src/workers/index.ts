import { forgetAgain } from "@matinale/bus";
import { type NextRound, ticker, type Worker } from "@matinale/kit";
import type { Deps, Wakes } from "../application/deps.ts";
import { ProviderCalls } from "../application/provider-calls.ts";
import { expirePendingNumbers } from "./expire-pending-numbers.ts";
import { followZoneRules } from "./follow-zone-rules.ts";
import { planAlerts } from "./plan-alerts.ts";
import { planDueDeliveries, requestReplannedDigests } from "./plan-due-deliveries.ts";
import { processWebhooks } from "./process-webhooks.ts";
import { sendDeliveries } from "./send-deliveries.ts";
import { sendNotices } from "./send-notices.ts";
import { uploadAudio } from "./upload-audio.ts";

/**
 * Every worker of delivery. Each claims its work by lease or writes on condition of a version, so any number of
 * replicas may run all of them. Other code wakes a worker as soon as there is work for it; the period is
 * for work that a crash has left behind. While the clock is wrong, no round that depends on it succeeds.
 *
 * | Worker                 | Period    | Lease      | Claims                                              |
 * | ---------------------- | --------- | ---------- | --------------------------------------------------- |
 * | plan-due-deliveries    | 10 s      | slotMs     | subscribers whose next slot is due within 15 minutes |
 * | plan-alerts            | 15 s      | alertMs    | the oldest alert that is not planned for all yet    |
 * | send-notices           | 15 s      | noticeMs   | subscribers with a due notice about their plan      |
 * | expire-pending-numbers | 15 s      | none       | numbers that their phones did not confirm in time   |
 * | follow-zone-rules      | 5 min     | none       | schedules of older time zone data                   |
 * | upload-audio           | lease / 4 | uploadMs   | voice notes that the provider does not have yet     |
 * | send-deliveries        | 4 s       | deliveryMs | deliveries whose next step is due                   |
 * | process-webhooks       | lease / 2 | webhookMs  | stored webhook calls, and items that failed before  |
 * | log-refused-calls      | 1 min     | none       | nothing: logs the calls that were not accepted      |
 * | forget-again           | 10 min    | none       | people erased within the last hour                  |
 */
export function deliveryWorkers(given: Omit<Deps, keyof Wakes>): {
  workers: Worker[];
  deps: Deps;
} {
  const { leases, logger } = given;
  const deps: Deps = {
    ...given,
    onWork: () => {
      sending.wake();
      uploading.wake();
    },
    onScheduled: () => {
      planning.wake();
      noticing.wake();
      sending.wake();
    },
    onAlert: () => alerting.wake(),
    onWebhook: () => processing.wake(),
  };

  const every = (
    name: string,
    everyMs: number,
    run: (deps: Deps, signal: AbortSignal) => Promise<NextRound>,
    minIntervalMs = 0,
  ) =>
    ticker({
      name,
      everyMs,
      minIntervalMs,
      logger,
      run: async (signal) => {
        await deps.clock.check();
        return run(deps, signal);
      },
    });

  const planning = every("plan-due-deliveries", 10_000, async () => {
    const planned = await planDueDeliveries(deps);
    return (await requestReplannedDigests(deps)) ?? planned;
  });
  const alerting = every("plan-alerts", 15_000, planAlerts);
  const noticing = every("send-notices", 15_000, sendNotices);
  const expiring = every("expire-pending-numbers", 15_000, expirePendingNumbers);
  const following = every("follow-zone-rules", 300_000, followZoneRules);
  const uploading = uploadAudio(deps);
  const calls = new ProviderCalls();
  const logging = every("log-refused-calls", 60_000, async () => calls.log(logger));
  const sending = sendDeliveries(deps, calls);
  const processing = every("process-webhooks", leases.webhookMs / 2, processWebhooks, 100);

  const workers: Worker[] = [
    planning,
    alerting,
    noticing,
    expiring,
    following,
    uploading,
    sending,
    processing,
    logging,
    forgetAgain(given.forgetting, { logger }),
  ];
  return { workers, deps };
}
