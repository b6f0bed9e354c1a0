import type { ProviderSubscription } from "../payment/payment-provider.ts";
import type { Renewal, Subscription } from "./subscription.ts";

/** The subscription that the person wants to resume, if it runs with the chosen plan: then the plan is paid. */
function renewedSubscription(
  { renewal }: Pick<Subscription, "renewal">,
  list: readonly ProviderSubscription[],
): ProviderSubscription | undefined {
  if (renewal?.wanted !== "resume") return undefined;
  return list.find(
    ({ id, planId, state }) =>
      id === renewal.id && planId === renewal.planId && state === "running",
  );
}

/** Id of a cancelled subscription to resume at the provider now, or null. */
export function toResume(
  subscription: Pick<Subscription, "renewal">,
  list: readonly ProviderSubscription[],
): string | null {
  const found = renewedSubscription(subscription, list);
  return found === undefined || found.endsAt === null ? null : found.id;
}

/**
 * The renewal to keep. It is dropped after the subscription resumed, or it would undo a later cancellation. It is also
 * dropped when the subscription is over or no longer at the provider, because then nothing can resume, and when the
 * provider resumed it without an effect, because then nothing else could be done with the subscription.
 *
 * @param resumed  id of the subscription that the provider was asked to resume before it returned this list, or null
 */
export function pendingRenewal(
  subscription: Pick<Subscription, "renewal">,
  list: readonly ProviderSubscription[],
  resumed: string | null = null,
): Renewal | null {
  const { renewal = null } = subscription;
  if (renewal?.wanted !== "resume") return renewal;
  const exists = list.some(({ id, state }) => id === renewal.id && state !== "over");
  const isResumed = renewedSubscription(subscription, list)?.endsAt === null;
  const hadNoEffect = resumed !== null && toResume(subscription, list) === resumed;
  return exists && !isResumed && !hadNoEffect ? renewal : null;
}
