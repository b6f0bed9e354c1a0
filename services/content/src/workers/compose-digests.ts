import { ticker, type NextRound, type Worker } from "@matinale/kit";
import { answerRequests, requestLeaseMs, type AnswerDeps } from "../application/answer-requests.ts";
import { missedUntil, type Kind } from "../domain/digest/composition-deadline.ts";
import type { DigestRequestStore } from "../store/digest-requests.ts";
import { backgroundTasks } from "./background.ts";

export type ComposeDeps = Omit<AnswerDeps, "signal"> & {
  requests: Pick<DigestRequestStore, "waitingOrders" | "claim">;
  /** Aborted at shutdown to end compositions; scripts and clips have its signal too. */
  stopping: AbortController;
  /** Milliseconds that running compositions get to finish at shutdown. */
  finishMs?: number;
};

/** Consumers wake the worker; the period matters only for retries and for requests of a process that died. */
const everyMs = 5_000;
const claimed: Record<Kind, number> = { manual: 20, scheduled: 500 };
/** Orders composed at the same time: many, because a composition mostly waits for its clips. */
const ordersAtOnce: Record<Kind, number> = { manual: 8, scheduled: 24 };
/** Milliseconds to release the leases of ended compositions. */
const releaseMs = 2_000;

function queue(deps: ComposeDeps, kind: Kind) {
  const { requests, logger, stopping } = deps;
  const answerDeps = { ...deps, signal: stopping.signal };
  const background = backgroundTasks(ordersAtOnce[kind], logger);
  const rounds = ticker({
    name: `compose-${kind}`,
    everyMs,
    logger,
    run: async () => {
      // read once, because every order that starts below reduces it
      const freeSlots = background.freeSlots();
      if (freeSlots === 0) return;
      const now = new Date();
      const instants = { missedUntil: missedUntil(kind, now), now };
      const waiting = await requests.waitingOrders(kind, { limit: freeSlots, ...instants });
      const { orderKeys, missed } = waiting;
      if (missed > 0)
        logger.warn({ kind, digests: missed }, "digests missed, delivery does not wait for them");
      // more missed ones may stand before the orders that are in time
      const next: NextRound = missed > 0 ? "again" : undefined;
      if (orderKeys.length === 0) return next;
      const due = await requests.claim(kind, orderKeys, {
        limit: claimed[kind],
        leaseMs: requestLeaseMs,
        ...instants,
      });
      for (const [orderKey, group] of Map.groupBy(due, (request) => request.orderKey)) {
        background.start({ kind, orderKey }, async () => {
          const againMs = await answerRequests(answerDeps, kind, group).finally(() =>
            rounds.wake(),
          );
          if (againMs > 0) setTimeout(() => rounds.wake(), againMs).unref();
        });
      }
      return next;
    },
  });
  return { rounds, background };
}

/**
 * Leases waiting requests order by order, composes each order once and answers its requests. Manual and scheduled requests
 * have separate queues, so that a waiting reader never queues behind scheduled digests. Missed requests are not composed: after
 * an outage they would stand before those due now, and cost voice and model for nothing.
 */
export function composeDigests(deps: ComposeDeps): Worker & { wake(): void } {
  const queues = [queue(deps, "manual"), queue(deps, "scheduled")];
  const finished = (limitMs?: number) =>
    Promise.all(queues.map(({ background }) => background.finished(limitMs)));
  return {
    start: async () => {
      await Promise.all(queues.map(({ rounds }) => rounds.start()));
    },
    stop: async () => {
      await Promise.all(queues.map(({ rounds }) => rounds.stop()));
      await finished(deps.finishMs);
      deps.stopping.abort();
      await finished(releaseMs);
      for (const { background } of queues) background.abandon();
    },
    wake: () => queues.forEach(({ rounds }) => rounds.wake()),
  };
}
