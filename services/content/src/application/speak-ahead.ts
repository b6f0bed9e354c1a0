import type { PlanLimits } from "@matinale/contracts";
import type { Logger } from "@matinale/kit";
import { previewOrder } from "../domain/digest/preview-order.ts";
import type { SingletonLeases } from "../store/singleton-leases.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import type { DigestComposer } from "./compose-digest.ts";

export type SpeakingAhead = {
  subscribers: SubscriberStore;
  composer: DigestComposer;
  leases: SingletonLeases;
  /** Limits of a subscriber whose subscription is not known yet. */
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

/**
 * Writes the scripts and speaks the clips of the stories that the editions of the next hour would have now, so that a
 * digest that must be ready soon finds them. It costs little: a clip is shared by all readers of its language and voice, and
 * most of these stories are in the editions an hour later. Clips that exist are not made again, the daily budget applies, and digests
 * that a reader waits for come first.
 */
export async function speakAhead(
  { subscribers, composer, leases, trial, logger }: SpeakingAhead,
  signal: AbortSignal,
): Promise<void> {
  const now = new Date();
  const lease = await leases.claim(leaseName, leaseMs, now);
  if (lease === null) return;
  try {
    const until = new Date(now.getTime() + aheadMs);
    for (const choices of await subscribers.dueBetween(now, until, maxOrders)) {
      if (signal.aborted || Date.now() - now.getTime() > roundMs) return;
      const order = previewOrder(choices, trial, new Date(now.getTime() + aheadMs / 2));
      await composer.prepare(order, { ms: orderMs, urgent: false }).catch((err: unknown) => {
        if (!signal.aborted) logger.warn({ err }, "speaking an edition ahead failed");
      });
    }
  } finally {
    await leases.release(lease);
  }
}
