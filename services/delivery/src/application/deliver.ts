import type { Leased } from "@matinale/kit";
import { accepted, type Delivery } from "../domain/delivery/delivery.ts";
import { awaitingTap, ended, failed } from "../domain/delivery/transitions.ts";
import type { Stored } from "../store/deliveries.ts";
import { inHand } from "./leased-delivery.ts";
import { freed, seen, without } from "./lease-transitions.ts";
import { type DeliverDeps, look } from "./load-context.ts";
import { speak } from "./send-message.ts";

/**
 * Takes one delivery as far as it can go now. Whatever is about to be said is recorded first; after a
 * crash that record says that a call may have been made, and only a status can tell.
 */
export async function deliver(claimed: Leased<Stored>, deps: DeliverDeps): Promise<void> {
  const { now } = deps;
  const hand = inHand(claimed, deps.deliveries);
  // Whoever had it before may have died between an answer and the receipts that were faster.
  await Promise.all(claimed.messageIds.map(deps.joinEarly));
  try {
    for (;;) {
      const delivery = hand.delivery();
      if (delivery?.lease === undefined) break;
      const step = await look(delivery, deps);
      if (step.do === "send") {
        await speak(step, delivery, hand, deps);
      } else if (step.do === "fail") {
        await hand.write(failed(step.part, { reason: step.reason, code: 0, at: now() }));
      } else if (step.do === "wait") {
        await hand.write(seen(delivery, freed(step.until)));
        deps.onFreed(step.until);
      } else {
        await remember(delivery, deps);
        const decide = step.do === "await-tap" ? awaitingTap() : ended(step.phase, step.reason);
        await hand.write(seen(delivery, without(decide)));
        deps.reached?.("delivery ended");
      }
    }
  } finally {
    await hand.writeDown();
  }
  await Promise.all(hand.messageIds().map(deps.joinEarly));
}

/** News that were sent once are not told again. Before the end is written, so a crash repeats it. */
async function remember(delivery: Delivery, { subscribers, reached }: DeliverDeps): Promise<void> {
  const { kind, manual, windowEnd, userId } = delivery;
  if (kind !== "digest" || manual || windowEnd === undefined) return;
  if (!Object.values(delivery.parts).some(accepted)) return;
  await subscribers.told(userId, windowEnd);
  reached?.("news told");
}
