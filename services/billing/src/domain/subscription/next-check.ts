import { isSimulated } from "./simulated.ts";
import type { Subscription } from "./subscription.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A bill is made at the end of the month and tried about an hour later. */
const renewalMs = 10 * minuteMs;

/**
 * When to look at a subscription again without being told to: at its own next end, and from time to
 * time at Stripe, since webhooks can be lost. Null: nothing will happen by itself.
 */
export function nextCheck({ paid, open, renewal }: Subscription, now: Date): Date | null {
  const at = now.getTime();
  const looks: number[] = [];
  if (open || renewal?.wanted === "resume") looks.push(at + 5 * minuteMs);
  if (paid && paid.state !== "ended") {
    const end = paid.until?.getTime() ?? paid.periodEndsAt.getTime();
    if (isSimulated(paid)) {
      if (end > at) looks.push(end);
    } else {
      if (end > at) looks.push(paid.until ? end : end + renewalMs);
      looks.push(at + (paid.state === "unpaid" ? hourMs : 24 * hourMs));
    }
  }
  return looks.length === 0 ? null : new Date(Math.min(...looks));
}
