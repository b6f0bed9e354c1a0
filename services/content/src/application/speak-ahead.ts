import type { Logger } from "@matinale/kit";
import { orderKey } from "../domain/content-keys.ts";
import type { DigestOrder } from "../domain/news.ts";
import type { DigestRequestStore } from "../store/digest-requests.ts";
import type { SingletonLeases } from "../store/singleton-leases.ts";
import type { DigestComposer } from "./compose-digest.ts";

export type SpeakingAhead = {
  requests: Pick<DigestRequestStore, "ordersComposed">;
  composer: Pick<DigestComposer, "prepare">;
  leases: Pick<SingletonLeases, "claim" | "release">;
  logger: Logger;
};

const leaseName = "speak-ahead";
const leaseMs = 180_000;
/** The worker starts no order after this time, so that the round ends before its lease. */
const roundMs = 90_000;
const orderMs = 60_000;
/** Editions of the next hour, and most of their orders in a round: the next round takes the rest. */
const aheadMs = 60 * 60_000;
const maxOrders = 20;
const dayMs = 24 * 60 * 60_000;
/** Days between two editions of a reader, daily and weekly. */
const periods = [1, 7];

/** The same order with its window and dates moved by a number of days. */
function daysLater(order: DigestOrder, days: number): DigestOrder {
  const { windowStart, windowEnd, localDate, nextEdition } = order;
  const later = (at: Date) => new Date(at.getTime() + days * dayMs);
  const laterLocal = (local: string) => later(new Date(`${local}Z`)).toISOString();
  return {
    ...order,
    windowStart: later(windowStart),
    windowEnd: later(windowEnd),
    localDate: laterLocal(`${localDate}T00:00`).slice(0, 10),
    nextEdition: nextEdition && laterLocal(nextEdition).slice(0, 16),
  };
}

/**
 * Writes the scripts and speaks the clips of the stories that the editions of the next hour would have now, so that a
 * digest that must be ready soon finds them. It costs little: a clip is shared by all readers of its language and voice, and
 * most of these stories are in the editions an hour later. Clips that exist are not made again, the daily budget applies, and digests
 * that a reader waits for come first. The editions are those of the same hour a day and a week ago, with the news since.
 *
 * @param prepared  the choices of readers of the next hour that this process has prepared, and whether all their clips exist
 */
export async function speakAhead(
  { requests, composer, leases, logger }: SpeakingAhead,
  signal: AbortSignal,
  prepared: Map<string, boolean>,
): Promise<void> {
  const now = new Date();
  const lease = await leases.claim(leaseName, leaseMs, now);
  if (lease === null) return;
  try {
    const due = new Map<string, DigestOrder>();
    for (const days of periods) {
      const from = now.getTime() - days * dayMs;
      const orders = await requests.ordersComposed(new Date(from), new Date(from + aheadMs));
      for (const { _id, order } of orders) {
        const key = JSON.stringify(_id);
        if (!due.has(key)) due.set(key, daysLater(order, days));
      }
    }
    for (const key of prepared.keys()) if (!due.has(key)) prepared.delete(key);
    // incomplete orders last: with a slow voice they alone could take every round
    const newFirst = [
      ...[...due].filter(([key]) => !prepared.has(key)),
      ...[...due].filter(([key]) => prepared.get(key) === false),
    ];
    for (const [key, order] of newFirst.slice(0, maxOrders)) {
      if (signal.aborted || Date.now() - now.getTime() > roundMs) return;
      const deadline = { ms: orderMs, urgent: false };
      const isComplete = await composer.prepare(order, deadline).catch((err: unknown) => {
        if (!signal.aborted)
          logger.warn(
            { err, orderKey: orderKey(order) },
            "speaking an edition ahead failed, retrying",
          );
        return false;
      });
      prepared.set(key, isComplete);
    }
  } finally {
    await leases.release(lease);
  }
}
