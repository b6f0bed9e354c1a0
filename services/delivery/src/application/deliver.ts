import type { Leased } from "@matinale/kit/mongo";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { nextStep } from "../domain/delivery/next-step.ts";
import { endWithdrawn } from "../domain/schedule/replan.ts";
import { awaitTap, finish, markFailed } from "../domain/delivery/transitions.ts";
import { ifVersion, leasedDelivery, releaseLease, rescheduleAt } from "./leased-delivery.ts";
import { type DeliverDeps, loadContext } from "./load-context.ts";
import { recordNews } from "./record-news.ts";
import { sendMessage } from "./send-message.ts";

/**
 * Runs the steps of one leased delivery until it ends or must wait. The start of each call is recorded
 * before the call. After a crash the record shows that the call may have been made; only a status of the
 * provider shows whether it was.
 */
export async function deliver(claimed: Leased<Delivery>, deps: DeliverDeps): Promise<void> {
  const leased = leasedDelivery(claimed, deps.deliveries);
  // The previous worker may have crashed after an acceptance, before it applied statuses that had arrived earlier.
  await Promise.all(claimed.messageIds.map(deps.applyUnmatched));
  for (;;) {
    const delivery = leased.delivery();
    if (delivery?.lease === undefined) break;
    const step = nextStep(delivery, await loadContext(delivery, deps));
    if (step.do === "send") {
      await sendMessage(step, delivery, leased, deps);
    } else if (step.do === "fail") {
      await leased.write(markFailed(step.part, { reason: step.reason, code: 0, at: deps.now() }));
    } else if (step.do === "wait") {
      await leased.write(ifVersion(delivery, rescheduleAt(step.until)));
      deps.onRescheduled(step.until);
    } else if (step.do === "withdraw") {
      await leased.write(ifVersion(delivery, releaseLease(endWithdrawn)));
    } else {
      // before the end is written, so after a crash it runs again
      await recordNews(delivery, deps);
      const end = step.do === "await-tap" ? awaitTap : finish(step.phase, step.reason);
      await leased.write(ifVersion(delivery, releaseLease(end)));
    }
  }
  await Promise.all(leased.messageIds().map(deps.applyUnmatched));
}
