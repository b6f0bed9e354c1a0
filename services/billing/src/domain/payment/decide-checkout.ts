import type { PlanId } from "@matinale/contracts";
import type { ProviderSubscription } from "./payment-provider.ts";
import { currentSubscription } from "./provider-state.ts";

/** What to do when a person chooses a plan. `toEnd`: ids of unpaid subscriptions to end first. */
export type Decision =
  | { do: "refuse"; reason: "debt" | "changedMeanwhile" }
  | { do: "keep"; toEnd: string[] }
  | { do: "confirm"; subscription: ProviderSubscription; toEnd: string[] }
  | { do: "resume"; id: string }
  | { do: "change"; subscription: ProviderSubscription }
  | { do: "subscribe"; after: string; toEnd: string[] };

/**
 * Decides what to do when a person with these subscriptions (newest first) chooses `planId`. Choosing twice
 * has the effect of choosing once:
 *
 * - the plan is in force: it stays and is not bought again; if it was cancelled, it resumes
 * - another plan is in force: it changes to `planId`
 * - both only if the person agreed to change this subscription: the page may not know that there is one, and these
 *   charge the card on file
 * - during the grace: the unpaid invoice must be paid first
 * - after the grace: the unpaid subscription ends and a new one starts
 * - a subscription to the plan waits for its first payment: it is used again, and those of other plans end; with
 *   new details a new one starts
 *
 * @param details               what the person gives with the plan, as in `lineOf`; null without any
 * @param subscriptionToChange  id of the subscription that the person agreed to change
 */
export function decideCheckout(
  list: readonly ProviderSubscription[],
  planId: PlanId,
  {
    inGrace = false,
    details = null,
    subscriptionToChange,
  }: { inGrace?: boolean; details?: string | null; subscriptionToChange?: string | undefined } = {},
): Decision {
  const paid = currentSubscription(list);
  const opens = list.filter(({ state }) => state === "open");
  const toEnd = opens.map(({ id }) => id);
  if (paid?.state === "running") {
    return decideRunning(paid, planId, { toEnd, isAgreed: paid.id === subscriptionToChange });
  }
  if (paid && inGrace) {
    return paid.planId === planId && paid.clientSecret !== null
      ? { do: "confirm", subscription: paid, toEnd }
      : { do: "refuse", reason: "debt" };
  }
  const waiting = opens.find(
    (open) =>
      open.planId === planId &&
      open.clientSecret !== null &&
      (details === null || details === open.details),
  );
  if (waiting) {
    return { do: "confirm", subscription: waiting, toEnd: toEnd.filter((id) => id !== waiting.id) };
  }
  return {
    do: "subscribe",
    after: list[0]?.id ?? "none",
    toEnd: paid ? [paid.id, ...toEnd] : toEnd,
  };
}

function decideRunning(
  running: ProviderSubscription,
  planId: PlanId,
  { toEnd, isAgreed }: { toEnd: string[]; isAgreed: boolean },
): Decision {
  if (running.changingTo === planId && running.clientSecret !== null) {
    return { do: "confirm", subscription: running, toEnd };
  }
  if (running.planId === planId && running.endsAt === null) return { do: "keep", toEnd };
  if (!isAgreed) return { do: "refuse", reason: "changedMeanwhile" };
  return running.planId === planId
    ? { do: "resume", id: running.id }
    : { do: "change", subscription: running };
}
