import type { ProviderSubscription } from "../payment/payment-provider.ts";
import type { Renewal, Subscription } from "./subscription.ts";

/** The subscription to resume, when it runs with the chosen plan, which means that the plan is paid. */
function runsAsWanted(
  { renewal }: Pick<Subscription, "renewal">,
  list: readonly ProviderSubscription[],
): ProviderSubscription | undefined {
  if (renewal?.wanted !== "resume") return undefined;
  return list.find(
    ({ id, planId, state }) =>
      id === renewal.id && planId === renewal.planId && state === "running",
  );
}

/** Id of a cancelled subscription that the provider is to resume now, or null. */
export function toResume(
  subscription: Pick<Subscription, "renewal">,
  list: readonly ProviderSubscription[],
): string | null {
  const found = runsAsWanted(subscription, list);
  return found === undefined || found.endsAt === null ? null : found.id;
}

/** The wish that is still open: a fulfilled one is dropped, so that it does not undo a later cancellation. */
export const renewalLeft = (
  subscription: Pick<Subscription, "renewal">,
  list: readonly ProviderSubscription[],
): Renewal | null =>
  runsAsWanted(subscription, list)?.endsAt === null ? null : (subscription.renewal ?? null);
