import { isSimulated } from "./simulated.ts";
import type { Subscription } from "./subscription.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A bill is made at the end of the month and tried about an hour later. */
const renewalMs = 10 * minuteMs;

/**
 * When to check a subscription next without a webhook: at its next end, and from time to time at Stripe,
 * since webhooks can be lost. Null when time alone changes nothing.
 */
export function nextCheck({ paid, open, renewal }: Subscription, now: Date): Date | null {
  const at = now.getTime();
  const checks: number[] = [];
  if (open || renewal?.wanted === "resume") checks.push(at + 5 * minuteMs);
  if (paid && paid.state !== "ended") {
    const end = paid.until?.getTime() ?? paid.periodEndsAt.getTime();
    if (isSimulated(paid)) {
      if (end > at) checks.push(end);
    } else {
      if (end > at) checks.push(paid.until ? end : end + renewalMs);
      checks.push(at + (paid.state === "unpaid" ? hourMs : 24 * hourMs));
    }
  }
  return checks.length === 0 ? null : new Date(Math.min(...checks));
}
