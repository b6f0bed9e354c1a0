import { ticker, type Worker } from "@matinale/kit";
import {
  answerRequests,
  requestLeaseMs,
  type AnswerDeps,
  type Kind,
} from "../application/answer-requests.ts";
import { Background } from "./background.ts";

export type ComposeDeps = Omit<AnswerDeps, "signal"> & {
  /** Ends compositions when the process stops; the composer's parts listen to its signal. */
  stopping: AbortController;
  /** Milliseconds that compositions under way get to finish when the process stops. */
  finishMs?: number;
};

/** Consumers wake the worker: rounds are for requests that are retried, or whose process has died. */
const everyMs = 5_000;
const claimed: Record<Kind, number> = { manual: 20, scheduled: 500 };
/** Orders composed at the same time. */
const ordersAtOnce: Record<Kind, number> = { manual: 8, scheduled: 8 };
/** Milliseconds to release the leases of compositions that were ended. */
const releaseMs = 2_000;

function queue(deps: ComposeDeps, kind: Kind) {
  const { requests, logger, stopping } = deps;
  const answerDeps = { ...deps, signal: stopping.signal };
  const background = new Background(ordersAtOnce[kind], logger);
  const rounds = ticker({
    name: `compose-${kind}`,
    everyMs,
    logger,
    run: async () => {
      // Read once: each order that starts below takes a place of it.
      const { room } = background;
      if (room === 0) return;
      const manual = kind === "manual";
      const now = new Date();
      const orders = await requests.waitingOrders(manual, room, now);
      if (orders.length === 0) return;
      const due = await requests.claim(manual, orders, {
        limit: claimed[kind],
        leaseMs: requestLeaseMs,
        now,
      });
      for (const group of Map.groupBy(due, (request) => request.orderKey).values()) {
        background.start(async () => {
          const againMs = await answerRequests(answerDeps, kind, group).finally(() =>
            rounds.wake(),
          );
          if (againMs > 0) setTimeout(() => rounds.wake(), againMs).unref();
        });
      }
    },
  });
  return {
    start: () => rounds.start(),
    stop: () => rounds.stop(),
    finished: (limitMs: number) => background.finished(limitMs),
    abandon: () => background.abandon(),
    wake: () => rounds.wake(),
  };
}

/**
 * Claims waiting requests by order and lease, composes each order once and answers its requests. Manual and scheduled
 * requests are two queues, so that a reader who waits never queues behind the schedule.
 */
export function composeDigests(deps: ComposeDeps): Worker & { wake(): void } {
  const queues = [queue(deps, "manual"), queue(deps, "scheduled")];
  return {
    start: async () => {
      await Promise.all(queues.map((each) => each.start()));
    },
    stop: async () => {
      await Promise.all(queues.map((each) => each.stop()));
      await Promise.all(queues.map((each) => each.finished(deps.finishMs ?? 8_000)));
      deps.stopping.abort();
      await Promise.all(queues.map((each) => each.finished(releaseMs)));
      for (const each of queues) each.abandon();
    },
    wake: () => queues.forEach((each) => each.wake()),
  };
}
