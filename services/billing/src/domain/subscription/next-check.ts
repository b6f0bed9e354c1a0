import { isSimulated } from "./simulated.ts";
import type { Subscription } from "./subscription.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Time after the end of the month in which Stripe creates the invoice of the next month. */
const renewalMs = 10 * minuteMs;

/**
 * When to check a subscription next if no webhook comes: at the end of the trial or of the plan, and regularly at
 * Stripe, because webhooks can be lost. Null when the subscription cannot change without a request.
 */
export function nextCheck(
  { status, trialEndsAt, paid, open, renewal }: Subscription,
  now: Date,
): Date | null {
  const at = now.getTime();
  const checks: number[] = [];
  if (status === "trialing") checks.push(trialEndsAt.getTime());
  if (open) checks.push(at + 5 * minuteMs);
  // a change of plan that stays unpaid may wait until the month ends
  if (renewal?.wanted === "resume") {
    checks.push(at + (renewal.planId === paid?.planId ? 5 * minuteMs : hourMs));
  }
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
