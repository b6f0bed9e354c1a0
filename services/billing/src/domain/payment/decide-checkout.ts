import type { PlanId } from "@matinale/contracts";
import type { ProviderSubscription } from "./payment-provider.ts";
import { current } from "./provider-state.ts";

/** The outcome of choosing a plan. `leftovers` are subscriptions to end first. */
export type Decision =
  | { do: "refuse"; why: "debt" }
  | { do: "keep"; leftovers: string[] }
  | { do: "confirm"; clientSecret: string; leftovers: string[] }
  | { do: "resume"; id: string }
  | { do: "change"; subscription: ProviderSubscription }
  | { do: "subscribe"; after: string; leftovers: string[] };

/**
 * Decides what choosing `planId` means for a person with these subscriptions (newest first). Choosing
 * twice has the effect of choosing once:
 *
 * - a plan in force stays and is not bought again; a cancelled one resumes; another plan is changed to
 * - an unpaid bill is paid before anything else, while the days of grace last
 * - after the grace the unpaid subscription ends and a new one begins
 * - a subscription that still waits for its first payment is used again; those of other plans end
 */
export function decideCheckout(
  list: readonly ProviderSubscription[],
  planId: PlanId,
  inGrace: boolean,
): Decision {
  const mine = current(list);
  const opens = list.filter(({ state }) => state === "open");
  const leftovers = opens.map(({ id }) => id);
  if (mine?.state === "running") return decideRunning(mine, planId, leftovers);
  if (mine && inGrace) {
    return mine.planId === planId && mine.clientSecret !== null
      ? { do: "confirm", clientSecret: mine.clientSecret, leftovers }
      : { do: "refuse", why: "debt" };
  }
  const again = opens.find((open) => open.planId === planId && open.clientSecret !== null);
  if (again?.clientSecret) {
    const others = leftovers.filter((id) => id !== again.id);
    return { do: "confirm", clientSecret: again.clientSecret, leftovers: others };
  }
  return {
    do: "subscribe",
    after: list[0]?.id ?? "none",
    leftovers: mine ? [mine.id, ...leftovers] : leftovers,
  };
}

function decideRunning(mine: ProviderSubscription, planId: PlanId, leftovers: string[]): Decision {
  if (mine.changingTo === planId && mine.clientSecret !== null) {
    return { do: "confirm", clientSecret: mine.clientSecret, leftovers };
  }
  if (mine.planId !== planId) return { do: "change", subscription: mine };
  return mine.endsAt === null ? { do: "keep", leftovers } : { do: "resume", id: mine.id };
}
