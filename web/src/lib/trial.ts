import type { ResponseOf } from "@matinale/contracts/browser";
import { dayMs } from "../config/constants.ts";

type Trial = Pick<ResponseOf<"GET /subscription">, "status" | "trialEndsAt" | "trialUsed">;

/**
 * Days until the trial ends, rounded up: 1 in its last 24 hours.
 *
 * @returns 0 after the trial; null when there was none, when it is not known, and while a paid plan is in force
 */
export function trialDaysLeft({ status, trialEndsAt, trialUsed }: Trial, now: Date): number | null {
  if (trialEndsAt === null || trialUsed) return null;
  if (status !== "trialing") return status === "lapsed" ? 0 : null;
  return Math.max(1, Math.ceil((Date.parse(trialEndsAt) - now.getTime()) / dayMs));
}
