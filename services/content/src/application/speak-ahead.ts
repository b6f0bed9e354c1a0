import type { PlanLimits } from "@matinale/contracts";
import type { Logger } from "@matinale/kit";
import { orderKey } from "../domain/content-keys.ts";
import { previewOrder } from "../domain/digest/preview-order.ts";
import type { DigestRequestStore } from "../store/digest-requests.ts";
import type { SingletonLeases } from "../store/singleton-leases.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import type { DigestComposer } from "./compose-digest.ts";

export type SpeakingAhead = {
  subscribers: Pick<SubscriberStore, "dueBetween">;
  requests: Pick<DigestRequestStore, "wereDueSince">;
  composer: Pick<DigestComposer, "prepare">;
  leases: Pick<SingletonLeases, "claim" | "release">;
  trial: PlanLimits;
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
/** A reader without an edition in this time, longer than a week, cannot receive one: no phone, stopped or paused. */
const receivingMs = 8 * 24 * 60 * 60_000;

/**
 * Writes the scripts and speaks the clips of the stories that the editions of the next hour would have now, so that a
 * digest that must be ready soon finds them. It costs little: a clip is shared by all readers of its language and voice, and
 * most of these stories are in the editions an hour later. Clips that exist are not made again, the daily budget applies, and digests
 * that a reader waits for come first. Only readers who received a digest lately count.
 *
 * @param prepared  the orders of the next hour that this process has prepared, and whether all their clips exist
 */
export async function speakAhead(
  { subscribers, requests, composer, leases, trial, logger }: SpeakingAhead,
  signal: AbortSignal,
  prepared: Map<string, boolean>,
): Promise<void> {
  const now = new Date();
  const lease = await leases.claim(leaseName, leaseMs, now);
  if (lease === null) return;
  try {
    const until = new Date(now.getTime() + aheadMs);
    const receiving = new Date(now.getTime() - receivingMs);
    const due = await subscribers.dueBetween(now, until);
    const keys = new Set(due.map(({ key }) => key));
    for (const key of prepared.keys()) if (!keys.has(key)) prepared.delete(key);
    // incomplete orders last: with a slow voice they alone could take every round
    const newFirst = [
      ...due.filter(({ key }) => !prepared.has(key)),
      ...due.filter(({ key }) => prepared.get(key) === false),
    ];
    let orders = 0;
    for (const { key, choices, userIds } of newFirst) {
      if (signal.aborted || orders === maxOrders || Date.now() - now.getTime() > roundMs) return;
      if (!(await requests.wereDueSince(userIds, receiving))) continue;
      orders += 1;
      const order = previewOrder(choices, trial, new Date(now.getTime() + aheadMs / 2));
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
