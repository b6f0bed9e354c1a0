import { runInContext, gauge, inSpan, ticker, type Worker } from "@matinale/kit";
import type { Leased } from "@matinale/kit/mongo";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { applyUnmatched } from "../application/apply-status.ts";
import { BackgroundWork } from "../application/background-work.ts";
import { deliver } from "../application/deliver.ts";
import type { Deps } from "../application/deps.ts";
import type { DeliverDeps } from "../application/load-context.ts";
import type { ProviderCalls } from "../application/provider-calls.ts";
import { batched } from "../store/batched.ts";

/** Deliveries in progress in one process. */
const maxInProgress = 2_000;
/**
 * A linked phone sends a message a second and takes seconds for a call. More deliveries would only reserve calls further
 * ahead, so that replies wait behind them.
 */
const minInProgress = 8;
/** Deliveries claimed together; the first of a smaller batch starts earlier. */
const maxClaimed = 500;
/** Queue length: shorter starves the senders between two claims, longer makes deliveries stale before they are sent. */
const secondsAhead = 1.25;
/** The next batch is claimed when this share of the queue is free, so that items are claimed in batches. */
const refillShare = 1 / 4;
/** Longest pause between two rounds; shorter before a delivery that is due earlier. */
const pollEveryMs = 4_000;

/**
 * Sends due deliveries at their instants: an index gives the next one, and the worker sleeps until then.
 * Deliveries are claimed in batches by lease and processed concurrently. Safe on any number of replicas.
 */
export function sendDeliveries(deps: Deps, calls: ProviderCalls): Worker & { wake(): void } {
  const { circuits, deliveries, logger, now } = deps;
  const capacity = Math.min(
    maxInProgress,
    Math.max(minInProgress, Math.ceil(deps.rate.perSecond * secondsAhead)),
  );
  const refillAt = Math.floor(capacity * (1 - refillShare));
  const inProgress = new BackgroundWork((left) => {
    if (left === refillAt) loop.wake();
  });
  let stopping = false;
  gauge("delivery_sender_stopped", function () {
    for (const [scope, isStopped] of Object.entries(circuits.stopped)) {
      this.set({ scope }, isStopped ? 1 : 0);
    }
  });

  gauge("delivery_sending_stopped", async () => ((await deps.isStopped()) ? 1 : 0));

  const msUntil = (instant: Date): number => instant.getTime() - now().getTime();
  /** The next round shortens the pause, if this delivery is due earlier. */
  const onRescheduled = (workAt: Date): void => {
    if (msUntil(workAt) < pollEveryMs) loop.wake();
  };

  const deliverDeps: DeliverDeps = {
    ...deps,
    calls,
    stopping: () => stopping,
    onRescheduled,
    applyUnmatched: batched(async (messageIds) => {
      await applyUnmatched(messageIds, deps);
      return messageIds.map(() => undefined);
    }),
  };

  const launch = (delivery: Leased<Delivery>): void => {
    const work = runInContext(delivery.traceContext, () =>
      inSpan(`deliver ${delivery.kind}`, "INTERNAL", () => deliver(delivery, deliverDeps)),
    );
    inProgress.start(work, (err) =>
      logger.error({ err, deliveryId: delivery._id }, "sending a delivery failed"),
    );
  };

  const loop = ticker({
    name: "send-deliveries",
    everyMs: pollEveryMs,
    logger,
    run: async () => {
      if (inProgress.size > refillAt) return;
      await deps.clock.check();
      if (await deps.isStopped()) return;
      const limit = Math.min(capacity - inProgress.size, maxClaimed);
      const leaseMs = deps.leases.deliveryMs;
      const claimed = await deliveries.claimDue({ now: now(), limit, leaseMs });
      for (const delivery of claimed) launch(delivery);
      if (claimed.length > 0) return "again";
      const next = await deliveries.nextWorkAt(now(), pollEveryMs);
      return next === null ? undefined : Math.max(0, msUntil(next));
    },
  });

  return {
    ...loop,
    stop: async () => {
      stopping = true;
      await loop.stop();
      await inProgress.close();
    },
  };
}
